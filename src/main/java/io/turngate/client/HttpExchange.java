package io.turngate.client;

import io.turngate.client.Reach.Answered;
import io.turngate.client.Reach.Begun;
import io.turngate.client.Reach.Loss;
import io.turngate.client.Reach.Loss.Kind;
import io.turngate.client.Reach.NotConnected;
import io.turngate.client.Reach.Unanswered;
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
public final class HttpExchange {

    private final Vertx vertx;
    private final int answerLimit;
    private final Promise<Reach> reached = Promise.promise();
    private final Buffer received = Buffer.buffer();
    private long timer;
    private @Nullable HttpClientRequest request;
    private @Nullable HttpClientResponse response;
    private boolean over;

    private HttpExchange(Vertx vertx, int answerLimit) {
        this.vertx = vertx;
        this.answerLimit = answerLimit;
    }

    /**
     * What is sent, and how much is waited for.
     *
     * @param options method, address and headers
     * @param body none of it for a GET
     * @param answerLimit the most bytes of an answer that are read
     * @param limitMillis from now to the end of the answer, at least 1
     */
    public record Sent(RequestOptions options, Buffer body, int answerLimit, long limitMillis) {

        /** Holds keys and what contacts wrote: never printed. */
        @Override
        public String toString() {
            return "request";
        }
    }

    /** Sends a request on the caller's context. The future never fails, and completes within the limit. */
    public static Future<Reach> send(Vertx vertx, HttpClient client, Sent sent) {
        HttpExchange exchange = new HttpExchange(vertx, sent.answerLimit());
        exchange.timer = vertx.setTimer(sent.limitMillis(), late -> exchange.expire());
        try {
            client.request(sent.options())
                    .onComplete(opened -> exchange.write(opened, sent.body()), exchange::notConnected);
        } catch (RuntimeException e) {
            // A base URL that no connection can be made to: its host, port or scheme.
            exchange.notConnected(e);
        }
        return exchange.reached.future();
    }

    private void notConnected(Throwable failure) {
        Kind kind = failure instanceof ConnectionPoolTooBusyException ? Kind.BUSY : Kind.LOST;
        finish(new NotConnected(new Loss(kind, nameOf(failure))));
    }

    private void write(HttpClientRequest opened, Buffer body) {
        // What goes wrong is told by the futures; without a handler Vert.x logs an error for each reset.
        opened.exceptionHandler(told -> {});
        if (over) {
            // The deadline has passed and the caller was told that nothing was sent: nothing may be.
            opened.reset();
            return;
        }
        request = opened;
        opened.send(body)
                .onComplete(this::read, failure -> finish(new Unanswered(new Loss(Kind.LOST, nameOf(failure)))));
    }

    private void read(HttpClientResponse begun) {
        if (over) {
            return;
        }
        response = begun;
        begun.handler(chunk -> take(begun, chunk));
        begun.exceptionHandler(failure -> finish(begun(begun, Kind.LOST, nameOf(failure))));
        begun.endHandler(end -> finish(new Answered(begun.statusCode(), begun.headers(), received)));
    }

    private void take(HttpClientResponse begun, Buffer chunk) {
        if (over) {
            return;
        }
        if (received.length() + chunk.length() > answerLimit) {
            abandon(begun(begun, Kind.TOO_LONG, "more than " + answerLimit + " bytes"));
        } else {
            received.appendBuffer(chunk);
        }
    }

    private void expire() {
        if (request == null) {
            finish(new NotConnected(new Loss(Kind.LATE, "no connection in time")));
        } else if (response == null) {
            abandon(new Unanswered(new Loss(Kind.LATE, "no answer in time")));
        } else {
            abandon(begun(response, Kind.LATE, "no whole answer in time"));
        }
    }

    private static Begun begun(HttpClientResponse begun, Kind kind, String why) {
        return new Begun(begun.statusCode(), begun.headers(), new Loss(kind, why));
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
