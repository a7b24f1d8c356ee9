package io.turngate.manychat;

import io.turngate.conversation.Answer;
import io.turngate.core.Reason;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;

/** Renders answers as flat scalars, none of them null, for an External Request's response mapping. */
public final class FieldsRenderer {

    private static final String BLANK_LINE = "\n\n";

    /** The answer's bytes; several texts are joined by a blank line, whatever their length. */
    public Buffer render(Answer answer) {
        JsonObject fields = new JsonObject()
                .put("reply", LoneSurrogates.replaced(String.join(BLANK_LINE, answer.texts())))
                .put("outcome", answer.outcome().wireName())
                .put("reason", answer.reason().map(Reason::wireName).orElse(""))
                .put("escalated", answer.escalated())
                .put("turn", answer.turn())
                .put("turns_left", answer.turnsLeft())
                .put("history", answer.history())
                .put("bound", answer.bound());
        return Buffer.buffer(fields.encode());
    }
}
