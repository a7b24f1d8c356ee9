package io.turngate.runner.wire;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * A JSON Schema without the words that decoders held to a schema refuse: bounds of numbers, lists and texts. Whoever reads
 * the reply checks those.
 */
public final class PlainSchema {

    private static final Set<String> SUPPORTED = Set.of(
            "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "description");

    /** All replies have one schema, and each call shows it. */
    private static volatile Plain last = new Plain(new JsonObject(), new JsonObject());

    private record Plain(JsonObject schema, JsonObject plain) {}

    private PlainSchema() {}

    /** What of it is supported everywhere. For the same schema the same object, not to be changed. */
    public static JsonObject of(JsonObject schema) {
        Plain known = last;
        if (known.schema() != schema) {
            known = new Plain(schema, supported(schema));
            last = known;
        }
        return known.plain();
    }

    private static JsonObject supported(JsonObject schema) {
        JsonObject plain = new JsonObject();
        schema.forEach(entry -> {
            if (SUPPORTED.contains(entry.getKey())) {
                plain.put(entry.getKey(), value(entry.getKey(), entry.getValue()));
            }
        });
        return plain;
    }

    private static Object value(String key, Object value) {
        if (key.equals("properties") && value instanceof JsonObject properties) {
            JsonObject plain = new JsonObject();
            properties.fieldNames().forEach(name -> plain.put(name, supported(properties.getJsonObject(name))));
            return plain;
        }
        if (key.equals("items") && value instanceof JsonObject items) {
            return supported(items);
        }
        if (key.equals("anyOf") && value instanceof JsonArray choices) {
            JsonArray plain = new JsonArray();
            choices.forEach(choice -> plain.add(supported((JsonObject) choice)));
            return plain;
        }
        return value;
    }
}
