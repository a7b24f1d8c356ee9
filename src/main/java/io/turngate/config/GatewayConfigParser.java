package io.turngate.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Checks gateway.json together with its overrides, all of it at once, and makes a {@link GatewayConfig} of it. */
final class GatewayConfigParser {

    static final String FILE = "gateway.json";

    private static final Pointer TRUSTED_PROXIES = Pointer.of("http", "trustedProxies");
    private static final Pointer PUBLIC_URL = Pointer.of("http", "publicUrl");
    private static final Pointer ADMIN_TOKEN = Pointer.of("management", "adminToken");
    private static final Pointer PASSWORD = Pointer.of("redis", "password");
    private static final Pointer REPLY_DEADLINE = Pointer.of("replyDeadlineMillis");
    private static final Pointer MODEL_ABORT = Pointer.of("modelAbortMillis");

    private final SecretReader secrets;

    /** What a relative folder of data is relative to: data lies beside conf/, wherever the program is started from. */
    private final Path home;

    private final Problems overrideProblems = new Problems(FILE);
    private final EnvironmentOverrides overrides;

    /**
     * @param confDir the folder of gateway.json
     * @param environment overrides, and what references to secrets may name
     */
    GatewayConfigParser(Path confDir, Map<String, String> environment) {
        this.secrets = new SecretReader(confDir, environment);
        this.home =
                Objects.requireNonNullElse(confDir.toAbsolutePath().normalize().getParent(), confDir);
        this.overrides = new EnvironmentOverrides(Schema.GATEWAY, environment, overrideProblems);
    }

    /** What the environment overrides, in the form of gateway.json. */
    JsonObject overrides() {
        return overrides.values();
    }

    /** The problems of a file that cannot be parsed at all, with those of the overrides. */
    ConfigException unreadable(List<Problem> ofTheFile) {
        Problems problems = new Problems(FILE);
        problems.addAll(ofTheFile);
        problems.addAll(overrideProblems.all());
        return new ConfigException(problems.all());
    }

    /** Parses the file as it was read and merges the overrides into it; throws {@link ConfigException}. */
    GatewayConfig parse(SourceFile file) {
        Problems problems = new Problems(FILE);
        Optional<JsonObject> json = Optional.empty();
        if (file.failure().isPresent()) {
            problems.add(file.failure().get());
        } else {
            json = StrictJson.parse(file.bytes(), problems);
        }
        if (json.isEmpty() || !problems.all().isEmpty()) {
            throw unreadable(problems.all());
        }
        return parse(json.get().mergeIn(overrides(), true));
    }

    /** Checks the merged object, with secrets read from where they are; throws {@link ConfigException}. Blocks. */
    GatewayConfig parse(JsonObject merged) {
        letOneRedisOverrideTheOther(merged);
        letVariablesReplaceReferences(merged);
        Problems problems = new Problems(FILE);
        Schema.GATEWAY.check(merged, problems);
        JsonObject json = Schema.GATEWAY.withDefaults(merged);
        List<AddressBlock> trustedProxies = addressBlocks(json, problems);
        checkPublicUrl(json, problems);
        RedisReader.check(json, problems);
        checkDeadlines(json, problems);
        Optional<Secret> adminToken = secrets.read(ADMIN_TOKEN.find(json), ADMIN_TOKEN, problems);
        Optional<Secret> password = secrets.read(PASSWORD.find(json), PASSWORD, problems);
        List<Problem> all = withVariables(problems.all());
        if (!all.isEmpty() || !overrideProblems.all().isEmpty()) {
            throw unreadable(all);
        }
        return new GatewayConfig(
                http(json.getJsonObject("http"), trustedProxies),
                management(json.getJsonObject("management"), adminToken),
                RedisReader.read(json, password, home),
                Duration.ofMillis(json.getLong("replyDeadlineMillis")),
                Duration.ofMillis(json.getLong("modelAbortMillis")),
                Duration.ofSeconds(json.getLong("drainSeconds")),
                json.getInteger("maxInFlight"),
                Duration.ofMillis(json.getLong("maxLoopLagMillis")));
    }

    /** A shipped file that embeds Redis must not have to be edited to use another server, nor the other way round. */
    private void letOneRedisOverrideTheOther(JsonObject merged) {
        boolean uri = overrides.overrides(RedisReader.ADDRESS);
        boolean embedded = overrides.overrides(RedisReader.EMBEDDED_DIR);
        if (uri != embedded && merged.getValue("redis") instanceof JsonObject redis) {
            redis.remove(uri ? RedisReader.EMBEDDED.last() : RedisReader.ADDRESS.last());
        }
    }

    /** Merged into a reference to a file, the one to a variable would stand beside it. */
    private void letVariablesReplaceReferences(JsonObject merged) {
        for (Pointer secret : List.of(ADMIN_TOKEN, PASSWORD)) {
            if (overrides.overrides(secret) && secret.find(merged) instanceof JsonObject reference) {
                reference.remove("file");
            }
        }
    }

    private static List<AddressBlock> addressBlocks(JsonObject json, Problems problems) {
        List<AddressBlock> blocks = new ArrayList<>();
        if (TRUSTED_PROXIES.find(json) instanceof JsonArray texts) {
            for (int i = 0; i < texts.size(); i++) {
                Pointer at = TRUSTED_PROXIES.child(i);
                if (texts.getValue(i) instanceof String text && !problems.has(at)) {
                    AddressBlock.parse(text)
                            .ifPresentOrElse(
                                    blocks::add,
                                    () -> problems.add(
                                            at,
                                            "must be an IP address or a CIDR block such as 10.0.0.0/8, is "
                                                    + Wording.quoted(text)));
                }
            }
        }
        return List.copyOf(blocks);
    }

    /** ManyChat sends the tenant's secret there. */
    private static void checkPublicUrl(JsonObject json, Problems problems) {
        if (PUBLIC_URL.find(json) instanceof String url && !problems.has(PUBLIC_URL) && !BaseUrl.isHttps(url)) {
            problems.add(PUBLIC_URL, "must be an https URL such as https://gate.example.com");
        }
    }

    private static void checkDeadlines(JsonObject json, Problems problems) {
        if (REPLY_DEADLINE.find(json) instanceof Number reply
                && MODEL_ABORT.find(json) instanceof Number abort
                && !problems.has(REPLY_DEADLINE)
                && !problems.has(MODEL_ABORT)
                && abort.longValue() <= reply.longValue()) {
            problems.add(
                    MODEL_ABORT,
                    "must be larger than replyDeadlineMillis (" + reply.longValue() + "), is " + abort.longValue());
        }
    }

    /** What a variable set is said of the variable, not of the file. */
    private List<Problem> withVariables(List<Problem> problems) {
        return problems.stream()
                .map(problem -> overrides
                        .variableAt(problem.pointer())
                        .map(variable -> new Problem(variable, "", problem.message()))
                        .orElse(problem))
                .toList();
    }

    private static GatewayConfig.Http http(JsonObject http, List<AddressBlock> trustedProxies) {
        return new GatewayConfig.Http(
                http.getString("host"),
                http.getInteger("port"),
                Optional.ofNullable(http.getString("publicUrl")).map(BaseUrl::withoutSlash),
                http.getInteger("requestsPerMinutePerAddress"),
                trustedProxies);
    }

    private static GatewayConfig.Management management(JsonObject management, Optional<Secret> adminToken) {
        return new GatewayConfig.Management(management.getString("host"), management.getInteger("port"), adminToken);
    }
}
