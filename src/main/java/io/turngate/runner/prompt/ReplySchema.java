package io.turngate.runner.prompt;

import io.turngate.core.Reason;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;

/** The form of a model's reply: one JSON object with exactly these keys. */
public final class ReplySchema {

    public static final String MESSAGES = "messages";
    public static final String ESCALATE = "escalate";
    public static final String ESCALATION_REASON = "escalation_reason";
    public static final String CONFIDENCE = "confidence";

    /** Every key. */
    public static final Set<String> KEYS = Set.of(MESSAGES, ESCALATE, ESCALATION_REASON, CONFIDENCE);

    /** The reason of a reply that does not escalate. A word and no null: not every provider knows types with null. */
    public static final String NO_REASON = "none";

    /** The most messages of a reply. */
    public static final int MOST_MESSAGES = 3;

    private static final JsonObject SCHEMA = schema();

    private ReplySchema() {}

    /** The JSON Schema, for providers that hold a model to one. Always the same object, not to be changed. */
    public static JsonObject json() {
        return SCHEMA;
    }

    private static JsonObject schema() {
        JsonObject properties = new JsonObject()
                .put(MESSAGES, messages())
                .put(ESCALATE, of("boolean", "Whether a person has to take over."))
                .put(
                        ESCALATION_REASON,
                        of("string", "Why, if a person has to; else " + NO_REASON + ".")
                                .put("enum", reasons()))
                .put(
                        CONFIDENCE,
                        of("number", "How sure the reply is, from 0 to 1.")
                                .put("minimum", 0)
                                .put("maximum", 1));
        return new JsonObject()
                .put("type", "object")
                .put("additionalProperties", false)
                .put("required", new JsonArray(List.of(MESSAGES, ESCALATE, ESCALATION_REASON, CONFIDENCE)))
                .put("properties", properties);
    }

    private static JsonObject messages() {
        return of("array", "1 to " + MOST_MESSAGES + " chat messages for the contact, plain text.")
                .put("items", new JsonObject().put("type", "string"))
                .put("maxItems", MOST_MESSAGES);
    }

    private static JsonObject of(String type, String description) {
        return new JsonObject().put("type", type).put("description", description);
    }

    private static JsonArray reasons() {
        JsonArray words = new JsonArray();
        for (Reason reason : Reason.values()) {
            Reason.findOfTheModel(reason.wireName()).ifPresent(own -> words.add(own.wireName()));
        }
        return words.add(NO_REASON);
    }
}
