package io.turngate.emulator;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A JSON object read as strictly as ManyChat does; every method refuses what is not as expected.
 *
 * @param where its name in refusals
 */
record StrictObject(JsonObject json, String where) {

    static StrictObject of(Object value, String where) {
        if (value instanceof JsonObject object) {
            return new StrictObject(object, where);
        }
        throw Refusal.invalid(where + " must be an object");
    }

    /** Itself, if it has no other keys. */
    StrictObject only(String... keys) {
        Set<String> unknown = new TreeSet<>(json.fieldNames());
        unknown.removeAll(List.of(keys));
        if (!unknown.isEmpty()) {
            throw Refusal.invalid("Unknown field " + where + "." + String.join(", ", unknown));
        }
        return this;
    }

    boolean has(String key) {
        return json.containsKey(key);
    }

    String text(String key) {
        if (json.getValue(key) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw Refusal.invalid(where + "." + key + " must be a text that is not empty");
    }

    /** A text, possibly empty; another one if the key is not there. */
    String textOr(String key, String absent) {
        if (!has(key)) {
            return absent;
        }
        if (json.getValue(key) instanceof String text) {
            return text;
        }
        throw Refusal.invalid(where + "." + key + " must be a text");
    }

    /** A text, number or boolean. */
    Object scalar(String key) {
        Object value = json.getValue(key);
        if (value instanceof String || value instanceof Number || value instanceof Boolean) {
            return value;
        }
        throw Refusal.invalid(where + "." + key + " must be a text, a number or a boolean");
    }

    StrictObject object(String key) {
        return of(json.getValue(key), where + "." + key);
    }

    /** An array's objects, as many as the bounds say. */
    List<StrictObject> objects(String key, int fewest, int most) {
        if (!(json.getValue(key) instanceof JsonArray array)) {
            throw Refusal.invalid(where + "." + key + " must be a list");
        }
        if (array.size() < fewest || array.size() > most) {
            throw Refusal.invalid(where + "." + key + " must have " + fewest + " to " + most + " entries");
        }
        return array.stream().map(entry -> of(entry, where + "." + key)).toList();
    }
}
