package io.turngate.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Checks where Redis is, as far as a schema cannot, and reads it. */
final class RedisReader {

    static final Pointer ADDRESS = Pointer.of("redis", "uri");
    static final Pointer EMBEDDED = Pointer.of("redis", "embedded");
    static final Pointer EMBEDDED_DIR = EMBEDDED.child("dir");

    private static final Pointer REDIS = Pointer.of("redis");
    private static final Pointer MODE = Pointer.of("redis", "mode");
    private static final Pointer MASTER = Pointer.of("redis", "master");
    private static final Pointer WAIT_REPLICAS = Pointer.of("redis", "waitReplicas");

    private static final String ONE_SERVER =
            "must be redis://host:port or rediss://host:port, with an optional /database and no more";
    private static final String ONE_OF_SEVERAL =
            "must be redis://host:port or rediss://host:port and no more, with commas or in a list if there are several";

    private RedisReader() {}

    /** Adds what is wrong with places that the schema takes for texts, and with keys that do not go together. */
    static void check(JsonObject json, Problems problems) {
        if (EMBEDDED_DIR.find(json) instanceof String dir && pathOf(dir).isEmpty()) {
            problems.add(EMBEDDED_DIR, "must be a path, is " + Wording.quoted(dir));
        }
        if (MODE.find(json) instanceof String word && !problems.has(MODE)) {
            RedisMode mode = RedisMode.of(word);
            checkAddresses(json, mode, problems);
            checkMaster(json, mode, problems);
            checkEmbedded(json, mode, problems);
        }
    }

    /** One address of the key, and where it stands. */
    private record Place(Pointer pointer, String uri) {}

    private static List<Place> places(JsonObject json) {
        List<Place> places = new ArrayList<>();
        if (ADDRESS.find(json) instanceof String text) {
            texts(text).forEach(uri -> places.add(new Place(ADDRESS, uri)));
        } else if (ADDRESS.find(json) instanceof JsonArray list) {
            for (int i = 0; i < list.size(); i++) {
                if (list.getValue(i) instanceof String uri) {
                    places.add(new Place(ADDRESS.child(i), uri));
                }
            }
        }
        return places;
    }

    private static List<String> texts(String text) {
        return Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    }

    private static void checkAddresses(JsonObject json, RedisMode mode, Problems problems) {
        List<Place> places = places(json);
        boolean isOne = mode == RedisMode.STANDALONE;
        for (Place place : places) {
            if (problems.has(ADDRESS) || problems.has(place.pointer())) {
                continue;
            }
            if (place.uri().contains("@")) {
                problems.add(
                        place.pointer(), "must not hold credentials: they belong in redis.username and redis.password");
            } else if (isOne && places.size() > 1) {
                problems.add(ADDRESS, "must be one address with redis.mode \"standalone\", there are " + places.size());
            } else if (!isRedisUri(place.uri(), isOne ? "(/\\d{0,4})?" : "/?")) {
                problems.add(place.pointer(), isOne ? ONE_SERVER : ONE_OF_SEVERAL);
            }
        }
        long encrypted = places.stream()
                .filter(place -> place.uri().startsWith("rediss:"))
                .count();
        if (encrypted > 0 && encrypted < places.size() && !problems.has(ADDRESS)) {
            problems.add(ADDRESS, "must all be redis:// or all be rediss://");
        }
    }

    private static void checkMaster(JsonObject json, RedisMode mode, Problems problems) {
        boolean isThere = MASTER.find(json) != null;
        if (MASTER.find(json) instanceof String name && name.matches(".*\\s.*") && !problems.has(MASTER)) {
            problems.add(MASTER, "must be a name without white space, is " + Wording.quoted(name));
        }
        if (mode == RedisMode.SENTINEL && !isThere) {
            problems.add(
                    REDIS,
                    "missing: redis.master is required with redis.mode \"sentinel\": what the sentinels call the primary");
        } else if (mode != RedisMode.SENTINEL && isThere) {
            problems.add(
                    MASTER,
                    "must not be there: it does something with redis.mode \"sentinel\" only, which is "
                            + Wording.quoted(mode.word()));
        }
    }

    /** A server of the gateway's own is one server. */
    private static void checkEmbedded(JsonObject json, RedisMode mode, Problems problems) {
        if (EMBEDDED.find(json) == null) {
            return;
        }
        if (mode != RedisMode.STANDALONE) {
            problems.add(MODE, "must be \"standalone\" with redis.embedded, is " + Wording.quoted(mode.word()));
        }
        if (WAIT_REPLICAS.find(json) instanceof Number replicas && replicas.intValue() > 0) {
            problems.add(WAIT_REPLICAS, "must be 0 with redis.embedded, which has no replicas, is " + replicas);
        }
    }

    private static Optional<Path> pathOf(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static boolean isRedisUri(String text, String path) {
        try {
            URI uri = new URI(text);
            return ("redis".equals(uri.getScheme()) || "rediss".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getPort() <= 65_535
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null
                    && uri.getRawPath().matches(path);
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /**
     * Where Redis is, of a gateway.json without problems.
     *
     * @param home what a relative folder of data is relative to
     */
    static GatewayConfig.Redis read(JsonObject json, Optional<Secret> password, Path home) {
        JsonObject redis = json.getJsonObject(REDIS.last());
        return new GatewayConfig.Redis(
                RedisMode.of(redis.getString("mode")),
                places(json).stream().map(Place::uri).toList(),
                Optional.ofNullable(redis.getString("master")),
                Optional.ofNullable(redis.getJsonObject("embedded"))
                        .flatMap(embedded -> pathOf(embedded.getString("dir")))
                        .map(home::resolve),
                Optional.ofNullable(redis.getString("username")),
                password,
                Duration.ofMillis(redis.getLong("commandTimeoutMillis")),
                redis.getInteger("waitReplicas"),
                redis.getBoolean("allowEviction"));
    }
}
