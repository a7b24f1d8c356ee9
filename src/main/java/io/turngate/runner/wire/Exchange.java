package io.turngate.runner.wire;

import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelFailure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import org.jspecify.annotations.Nullable;

/**
 * One request and its whole answer under one deadline. Whatever ends it early takes its connection along, so that nothing
 * of an answer that nobody waits for is read. Everything happens on one context.
 */
final class Exchange {

    /** The most bytes of an answer: far above any reply of three messages. */
    static final int ANSWER_LIMIT = 1_048_576;

    private final Vertx vertx;
    private final Promise<HttpAnswer> answered = Promise.promise();
    private final Buffer received = Buffer.buffer();
    private long timer;
    private @Nullable HttpClientRequest request;
    private boolean over;

    private Exchange(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Posts; fails with {@link ModelFailure} only, and completes within the limit. To be called on the client's loop. */
    static Future<HttpAnswer> post(
            Vertx vertx, HttpClient client, RequestOptions options, Buffer body, long limitMillis) {
        Exchange exchange = new Exchange(vertx);
        exchange.timer = vertx.setTimer(limitMillis, late -> exchange.end(Kind.TIMEOUT, "no whole answer in time"));
        try {
            client.request(options)
                    .onComplete(
                            opened -> exchange.write(opened, body), failure -> exchange.end(failure, "no connection"));
        } catch (RuntimeException e) {
            // A base URL that no connection can be made to: its host, port or scheme.
            exchange.end(e, "no connection");
        }
        return exchange.answered.future();
    }

    private void write(HttpClientRequest opened, Buffer body) {
        // What goes wrong is told by the futures; without a handler Vert.x logs an error for each reset.
        opened.exceptionHandler(told -> {});
        if (over) {
            // The deadline has passed while it waited for a connection: nothing is asked for an answer nobody reads.
            opened.reset();
            return;
        }
        request = opened;
        opened.send(body).onComplete(this::read, failure -> end(failure, "the connection was lost before an answer"));
    }

    private void read(HttpClientResponse response) {
        if (over) {
            return;
        }
        response.handler(chunk -> take(response, chunk));
        response.exceptionHandler(failure -> cut(response));
        response.endHandler(end -> finish(response, received));
    }

    private void take(HttpClientResponse response, Buffer chunk) {
        if (over) {
            return;
        }
        if (received.length() + chunk.length() <= ANSWER_LIMIT) {
            received.appendBuffer(chunk);
        } else if (isSuccess(response)) {
            end(Kind.UNREADABLE, "an answer of more than " + ANSWER_LIMIT + " bytes");
        } else {
            finish(response, Buffer.buffer());
            abandon();
        }
    }

    private void cut(HttpClientResponse response) {
        if (isSuccess(response)) {
            end(Kind.UNAVAILABLE, "the connection was lost within the answer");
        } else {
            finish(response, Buffer.buffer());
        }
    }

    private static boolean isSuccess(HttpClientResponse response) {
        return response.statusCode() >= 200 && response.statusCode() < 300;
    }

    private void finish(HttpClientResponse response, Buffer body) {
        if (settle()) {
            answered.complete(new HttpAnswer(response.statusCode(), response.headers(), body));
        }
    }

    private void end(Throwable failure, String what) {
        // Its own full queue is no fault of the provider's.
        Kind kind = failure instanceof ConnectionPoolTooBusyException ? Kind.TOO_FAST : Kind.UNAVAILABLE;
        // Only the kind of failure: its message may name what was sent.
        end(kind, what + ": " + failure.getClass().getSimpleName());
    }

    private void end(Kind kind, String message) {
        if (settle()) {
            answered.fail(new ModelFailure(kind, message));
            abandon();
        }
    }

    private boolean settle() {
        if (over) {
            return false;
        }
        over = true;
        vertx.cancelTimer(timer);
        return true;
    }

    private void abandon() {
        if (request != null) {
            request.reset();
        }
    }
}
