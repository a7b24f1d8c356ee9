package io.turngate.config;

import java.util.Locale;

/** How a Redis is set up. */
public enum RedisMode {
    /** One server. */
    STANDALONE,
    /** A primary with replicas, and sentinels that say which of them it is. */
    SENTINEL,
    /** Several primaries that share the keys, each with replicas. */
    CLUSTER;

    /** As it is written in gateway.json. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static RedisMode of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }
}
