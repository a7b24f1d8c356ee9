package io.turngate.testing;

import java.util.List;
import java.util.Objects;

/** Looks at every key of a small test database. */
public final class RedisScan {

    private RedisScan() {}

    public static List<String> keys(RedisServer redis) {
        List<?> scan = (List<?>) Objects.requireNonNull(redis.call("SCAN", "0", "COUNT", "100000"));
        return ((List<?>) scan.get(1)).stream().map(String::valueOf).toList();
    }

    public static List<String> keysWithoutExpiry(RedisServer redis) {
        return keys(redis).stream()
                .filter(key -> Long.valueOf(-1).equals(redis.call("PTTL", key)))
                .toList();
    }
}
