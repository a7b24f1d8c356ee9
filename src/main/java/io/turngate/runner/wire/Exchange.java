package io.turngate.runner.wire;

import io.turngate.client.HttpExchange;
import io.turngate.client.Reach;
import io.turngate.client.Reach.Answered;
import io.turngate.client.Reach.Begun;
import io.turngate.client.Reach.Loss;
import io.turngate.client.Reach.NotConnected;
import io.turngate.client.Reach.Unanswered;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelFailure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.RequestOptions;

/** One call of a model's provider, and what its end means where it is no answer. */
final class Exchange {

    /** The most bytes of an answer: far above any reply of three messages. */
    static final int ANSWER_LIMIT = 1_048_576;

    private Exchange() {}

    /** Posts; fails with {@link ModelFailure} only, and completes within the limit. To be called on the client's loop. */
    static Future<HttpAnswer> post(
            Vertx vertx, HttpClient client, RequestOptions options, Buffer body, long limitMillis) {
        return HttpExchange.send(vertx, client, new HttpExchange.Sent(options, body, ANSWER_LIMIT, limitMillis))
                .compose(Exchange::answer);
    }

    private static Future<HttpAnswer> answer(Reach reach) {
        if (reach instanceof Answered answered) {
            return Future.succeededFuture(new HttpAnswer(answered.status(), answered.headers(), answered.body()));
        }
        if (reach instanceof Begun begun) {
            return begun(begun);
        }
        return reach instanceof NotConnected none
                ? failure(none.loss(), "no connection")
                : failure(((Unanswered) reach).loss(), "the connection was lost before an answer");
    }

    /** The status of an error says enough, its words are not needed; a reply is nothing in part. */
    private static Future<HttpAnswer> begun(Begun begun) {
        HttpAnswer answer = new HttpAnswer(begun.status(), begun.headers(), Buffer.buffer());
        boolean isError = !answer.isSuccess() && begun.loss().kind() != Loss.Kind.LATE;
        return isError
                ? Future.succeededFuture(answer)
                : failure(begun.loss(), "the connection was lost within the answer");
    }

    private static Future<HttpAnswer> failure(Loss loss, String what) {
        return Future.failedFuture(
                switch (loss.kind()) {
                    case LATE -> new ModelFailure(Kind.TIMEOUT, "no whole answer in time");
                    // Its own full queue is no fault of the provider's.
                    case BUSY -> new ModelFailure(Kind.TOO_FAST, what + ": " + loss.why());
                    case LOST -> new ModelFailure(Kind.UNAVAILABLE, what + ": " + loss.why());
                    case TOO_LONG -> new ModelFailure(Kind.UNREADABLE, "an answer of " + loss.why());
                });
    }
}
