package io.turngate.config;

import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Checks where Redis is, as far as a schema cannot, and reads it. */
final class RedisReader {

    static final Pointer ADDRESS = Pointer.of("redis", "uri");
    static final Pointer EMBEDDED = Pointer.of("redis", "embedded");
    static final Pointer EMBEDDED_DIR = EMBEDDED.child("dir");

    private RedisReader() {}

    /** Adds what is wrong with a place that the schema takes for a text. */
    static void check(JsonObject json, Problems problems) {
        if (ADDRESS.find(json) instanceof String uri && !problems.has(ADDRESS)) {
            if (uri.contains("@")) {
                problems.add(ADDRESS, "must not hold credentials: they belong in redis.username and redis.password");
            } else if (!isRedisUri(uri)) {
                problems.add(
                        ADDRESS,
                        "must be redis://host:port or rediss://host:port, with an optional /database and no more");
            }
        }
        if (EMBEDDED_DIR.find(json) instanceof String dir && pathOf(dir).isEmpty()) {
            problems.add(EMBEDDED_DIR, "must be a path, is " + Wording.quoted(dir));
        }
    }

    private static Optional<Path> pathOf(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static boolean isRedisUri(String text) {
        try {
            URI uri = new URI(text);
            return ("redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getPort() <= 65_535
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null
                    && uri.getRawPath().matches("(/\\d{0,4})?");
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /**
     * Where Redis is, of a gateway.json without problems.
     *
     * @param home what a relative folder of data is relative to
     */
    static GatewayConfig.Redis read(JsonObject redis, Optional<Secret> password, Path home) {
        return new GatewayConfig.Redis(
                Optional.ofNullable(redis.getString("uri")),
                Optional.ofNullable(redis.getJsonObject("embedded"))
                        .flatMap(embedded -> pathOf(embedded.getString("dir")))
                        .map(home::resolve),
                Optional.ofNullable(redis.getString("username")),
                password,
                Duration.ofMillis(redis.getLong("commandTimeoutMillis")),
                redis.getBoolean("allowEviction"));
    }
}
