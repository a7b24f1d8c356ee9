package io.turngate.runner.wire;

import io.vertx.core.json.JsonObject;

/** Counts of tokens as providers write them. */
public final class Tokens {

    private Tokens() {}

    /** A count, 0 where none is given or what is given is none. */
    public static long of(JsonObject counts, String key) {
        return counts.getValue(key) instanceof Number number ? Math.max(0, number.longValue()) : 0;
    }

    /** An object within another one, empty where there is none. */
    public static JsonObject within(JsonObject object, String key) {
        return object.getValue(key) instanceof JsonObject inner ? inner : new JsonObject();
    }
}
