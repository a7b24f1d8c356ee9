package io.turngate.testing;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Looks at every key of a small test database. */
public final class RedisScan {

    private RedisScan() {}

    public static List<String> keys(TestRedis redis) {
        return redis.keys();
    }

    /** All that is kept, keys and values, as one text. */
    public static String everything(TestRedis redis) {
        List<String> keys = keys(redis);
        List<String> types =
                redis.calls(keys.stream().map(key -> new String[] {"TYPE", key}).toList());
        List<String[]> readings = IntStream.range(0, keys.size())
                .mapToObj(i -> reading(types.get(i), keys.get(i)))
                .toList();
        List<String> values = redis.calls(readings);
        return IntStream.range(0, keys.size())
                .mapToObj(i -> keys.get(i) + " " + values.get(i))
                .collect(Collectors.joining("\n"));
    }

    private static String[] reading(String type, String key) {
        return switch (type) {
            case "string" -> new String[] {"GET", key};
            case "hash" -> new String[] {"HGETALL", key};
            case "list" -> new String[] {"LRANGE", key, "0", "-1"};
            case "zset" -> new String[] {"ZRANGE", key, "0", "-1"};
            case "stream" -> new String[] {"XRANGE", key, "-", "+"};
            // It has expired in between.
            case "none" -> new String[] {"EXISTS", key};
            default -> throw new IllegalStateException("a key of type " + type);
        };
    }

    public static List<String> keysWithoutExpiry(TestRedis redis) {
        return keys(redis).stream()
                .filter(key -> Long.valueOf(-1).equals(redis.call("PTTL", key)))
                .toList();
    }
}
