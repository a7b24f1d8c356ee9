package io.turngate.store.redis;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.store.KeptAnswer;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A kept answer as JSON members that scripts splice into what they keep. */
final class AnswerJson {

    private static final String DONE = "done";

    private AnswerJson() {}

    /** All members. */
    static String members(KeptAnswer answer) {
        return "\"turn\":" + answer.turn() + ",\"turnsLeft\":" + answer.turnsLeft() + ',' + membersAfterCounts(answer);
    }

    /** A list of texts, as JSON. */
    static String texts(List<String> texts) {
        return Json.encode(texts);
    }

    /** The members that follow the counts, for scripts that count themselves. */
    static String membersAfterCounts(KeptAnswer answer) {
        return "\"hungUp\":" + answer.hungUp()
                + ",\"history\":" + answer.history()
                + ",\"outcome\":\"" + answer.outcome().wireName()
                + "\",\"reason\":\"" + answer.reason().map(Reason::wireName).orElse("")
                + "\",\"texts\":" + texts(answer.texts());
    }

    /** Whose message it is that was claimed. */
    static String nonce(String claim) {
        return new JsonObject(claim).getString("nonce");
    }

    /** When the message was admitted that was claimed, epoch milliseconds. */
    static String admittedAt(String claim) {
        return Long.toString(new JsonObject(claim).getLong("at"));
    }

    /** The answer in a claim; empty while its message is under way. */
    static Optional<KeptAnswer> ofClaim(String claim) {
        JsonObject json = new JsonObject(claim);
        return DONE.equals(json.getString("state")) ? Optional.of(parse(json)) : Optional.empty();
    }

    static KeptAnswer parse(JsonObject json) {
        String reason = json.getString("reason", "");
        return new KeptAnswer(
                json.getBoolean("hungUp", false),
                json.getInteger("turn", 0),
                json.getInteger("turnsLeft", 0),
                json.getInteger("history", 0),
                Outcome.valueOf(json.getString("outcome").toUpperCase(Locale.ROOT)),
                reason.isEmpty() ? Optional.empty() : Optional.of(Reason.valueOf(reason.toUpperCase(Locale.ROOT))),
                json.getJsonArray("texts").stream().map(String::valueOf).toList());
    }
}
