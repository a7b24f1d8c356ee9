package io.turngate.manychat.api;

import io.turngate.client.Reach;
import io.turngate.client.Reach.Answered;
import io.turngate.client.Reach.Begun;
import io.turngate.client.Reach.NotConnected;
import io.turngate.client.Reach.Unanswered;
import io.turngate.config.Secret;
import io.turngate.manychat.api.ApiAnswer.Kind;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Says what an answer of ManyChat's, or its absence, means. */
final class AnswerReader {

    private AnswerReader() {}

    static ApiAnswer read(ApiCall call, Secret key, Reach reach) {
        if (reach instanceof NotConnected none) {
            return new ApiAnswer(Kind.NOT_SENT, none.loss().why());
        }
        if (reach instanceof Unanswered unanswered) {
            return new ApiAnswer(Kind.UNCERTAIN, unanswered.loss().why());
        }
        if (reach instanceof Begun begun) {
            return read(call, key, begun.status(), Optional.empty());
        }
        Answered answered = (Answered) reach;
        return read(call, key, answered.status(), object(answered.body()));
    }

    private static ApiAnswer read(ApiCall call, Secret key, int status, Optional<JsonObject> json) {
        if (isSuccess(status)) {
            if (json.isEmpty()) {
                return new ApiAnswer(Kind.UNCERTAIN, "status " + status + " without a JSON object");
            }
            if (!ErrorWords.isError(json.get())) {
                return new ApiAnswer(Kind.ACCEPTED, "");
            }
        }
        ErrorWords words = json.map(ErrorWords::of).orElse(ErrorWords.NONE);
        List<String> sent = call.sentTexts();
        return new ApiAnswer(kind(status, words, sent), Why.of(status, words, sent, key));
    }

    /** The object that bytes are; empty if they are anything else. */
    static Optional<JsonObject> object(Buffer body) {
        try {
            return body.toJsonValue() instanceof JsonObject object ? Optional.of(object) : Optional.empty();
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }

    private static boolean isSuccess(int status) {
        return status >= 200 && status < 300;
    }

    private static Kind kind(int status, ErrorWords words, List<String> sent) {
        if (status == 429 || words.say("max rps", sent)) {
            return Kind.TOO_FAST;
        }
        if (status >= 500) {
            return Kind.NOT_SENT;
        }
        if (status == 401 || words.say("wrong token", sent)) {
            return Kind.WRONG_KEY;
        }
        if (words.hasCode("3011") || words.hasCode("3031") || words.say("24 hours", sent)) {
            return Kind.OUTSIDE_WINDOW;
        }
        return words.say("subscriber does not exist", sent) ? Kind.NO_SUCH_CONTACT : Kind.REFUSED;
    }
}
