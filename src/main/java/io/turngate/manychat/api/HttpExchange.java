package io.turngate.manychat.api;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer under one deadline. What matters of a failure is whether the request may have been written
 * by then. Everything happens on one context.
 */
final class HttpExchange {

    /** How far a request came. */
    sealed interface Reach {}

    /** Nothing was written: there was no connection. */
    record NotConnected(String why) implements Reach {}

    /** It was written, perhaps in part, and no status came back. */
    record Unanswered(String why) implements Reach {}

    /**
     * A status came back.
     *
     * @param body empty if it was cut off or over the limit
     */
    record Answered(int status, Optional<Buffer> body) implements Reach {}

    private final Vertx vertx;
    private final ApiCall call;
    private final Promise<Reach> reached = Promise.promise();
    private final Buffer received = Buffer.buffer();
    private long timer;
    private @Nullable HttpClientRequest request;
    private int status;
    private boolean over;

    private HttpExchange(Vertx vertx, ApiCall call) {
        this.vertx = vertx;
        this.call = call;
    }

    /** The future never fails, and completes within the limit. */
    static Future<Reach> start(Vertx vertx, HttpClient client, RequestOptions options, ApiCall call, Duration limit) {
        HttpExchange exchange = new HttpExchange(vertx, call);
        vertx.getOrCreateContext().runOnContext(go -> exchange.connect(client, options, limit));
        return exchange.reached.future();
    }

    private void connect(HttpClient client, RequestOptions options, Duration limit) {
        timer = vertx.setTimer(limit.toMillis(), late -> expire());
        try {
            client.request(options).onComplete(this::write, failure -> finish(new NotConnected(nameOf(failure))));
        } catch (RuntimeException e) {
            // A base URL that no connection can be made to: its host, port or scheme.
            finish(new NotConnected(nameOf(e)));
        }
    }

    private void write(HttpClientRequest opened) {
        if (over) {
            // The deadline has passed and the caller was told that nothing was sent: nothing may be.
            opened.reset();
            return;
        }
        request = opened;
        opened.send(call.bytes()).onComplete(this::read, failure -> finish(new Unanswered(nameOf(failure))));
    }

    private void read(HttpClientResponse response) {
        status = response.statusCode();
        response.handler(this::take);
        response.exceptionHandler(failure -> finish(new Answered(status, Optional.empty())));
        response.endHandler(end -> finish(new Answered(status, Optional.of(received))));
    }

    private void take(Buffer chunk) {
        if (over) {
            return;
        }
        if (received.length() + chunk.length() > call.answerLimit()) {
            abandon(new Answered(status, Optional.empty()));
        } else {
            received.appendBuffer(chunk);
        }
    }

    private void expire() {
        if (request == null) {
            finish(new NotConnected("no connection in time"));
        } else if (status == 0) {
            abandon(new Unanswered("no answer in time"));
        } else {
            abandon(new Answered(status, Optional.empty()));
        }
    }

    /** Ends it while more may be coming; the connection goes with it. */
    private void abandon(Reach reach) {
        finish(reach);
        if (request != null) {
            request.reset();
        }
    }

    private void finish(Reach reach) {
        if (!over) {
            over = true;
            vertx.cancelTimer(timer);
            reached.complete(reach);
        }
    }

    /** Only the kind: messages of failures may name what was sent. */
    private static String nameOf(Throwable failure) {
        return failure.getClass().getSimpleName();
    }
}
