package io.turngate.testing;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;

/** The turns of a contact of the tenant school as they are kept, oldest first. */
public final class KeptTurns {

    private KeptTurns() {}

    public static List<JsonObject> of(TestRedis redis, String contact) {
        Object all = redis.call("ZRANGE", "tg:{school:" + contact + "}:turns", "0", "-1");
        return ((List<?>) Objects.requireNonNull(all))
                .stream().map(member -> new JsonObject(String.valueOf(member))).toList();
    }

    public static List<JsonObject> contacts(TestRedis redis, String contact) {
        return byRole(redis, contact, "contact");
    }

    public static List<JsonObject> agents(TestRedis redis, String contact) {
        return byRole(redis, contact, "agent");
    }

    private static List<JsonObject> byRole(TestRedis redis, String contact, String role) {
        return of(redis, contact).stream()
                .filter(turn -> turn.getString("role").equals(role))
                .toList();
    }
}
