package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.emulator.Emulator;
import io.turngate.emulator.EmulatorOptions;
import io.turngate.testing.MarkdownTable;
import io.turngate.testing.ModelServer;
import io.turngate.testing.ModelWire;
import io.turngate.testing.RedisServer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** docs/metrics.md against what a gateway shows after some traffic. */
class MetricsDocIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String HELLO = "{\"subscriber_id\":\"1001\",\"text\":\"hello\"}";
    private static final Pattern TYPE = Pattern.compile("# TYPE (turngate_\\w+) (\\w+)");
    private static final Pattern SERIES = Pattern.compile("(turngate_\\w+?)(?:_bucket|_count|_sum)?(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(redis);

    private final Map<String, Documented> documented = new TreeMap<>();

    private record Documented(String type, Set<String> labels, String appears) {}

    @BeforeEach
    void readThePage() throws IOException {
        String page = Files.readString(Path.of("docs/metrics.md"));
        for (List<String> row : MarkdownTable.rows(page, "| metric | type |")) {
            Set<String> labels = Stream.of(unquoted(row.get(2)).split(", ", -1))
                    .filter(label -> !label.isEmpty())
                    .collect(Collectors.toCollection(TreeSet::new));
            documented.put(unquoted(row.get(0)), new Documented(row.get(1), labels, row.get(4)));
        }
    }

    @Test
    void whatIsShownFromTheStartIsDocumentedAsAlwaysThere() {
        assertThat(types(scrape()).keySet()).isEqualTo(documentedAs("always"));
    }

    @Test
    void aMessageBringsWhatIsDocumentedToComeWithOne() {
        gateway.post(HELLO);
        Set<String> expected = documentedAs("always");
        expected.addAll(documentedAs("with a message"));
        assertThat(types(scrape()).keySet()).isEqualTo(expected);
    }

    @Test
    void everyEventBringsItsMetricAndNothingIsShownThatIsNotDocumented() {
        everyEvent();
        Map<String, String> types = types(scrape());
        assertThat(types.keySet()).isEqualTo(documented.keySet());
        assertThat(types)
                .allSatisfy((metric, type) -> assertThat(documented.get(metric))
                        .as(metric)
                        .extracting(Documented::type)
                        .isEqualTo(type));
    }

    @Test
    void everyLabelIsDocumented() {
        everyEvent();
        assertThat(labels(scrape()))
                .allSatisfy((metric, labels) -> assertThat(documented.get(metric))
                        .as(metric)
                        .extracting(Documented::labels)
                        .isEqualTo(labels));
    }

    private void everyEvent() {
        JsonObject endless = new JsonObject().put("messages", List.of("word ".repeat(12_000)));
        gateway.conf()
                .write(
                        "tenants/school/answers.json",
                        new JsonObject()
                                .put("delayMillis", 300)
                                .put("default", endless)
                                .encode());
        assertThat(gateway.send(gateway.operation("/tenants/school/reload").POST(BodyPublishers.noBody()))
                        .body())
                .contains("loaded");
        gateway.post("{\"subscriber_id\":\"1001\",\"text\":\"" + "a".repeat(5_000) + "\"}");
        gateway.send(
                gateway.message(HELLO).uri(URI.create("http://127.0.0.1:" + gateway.port() + "/v1/school/messages")));
        gateway.post(HELLO);
        bindByToken();
        shed();
        waitInALane();
        loseAGateway();
        gateway.post("{");
        push();
        askAModel();
        redis.kill();
        gateway.post(HELLO);
        redis.start();
    }

    /** A tenant whose ManyChat is there, an item that cannot be read, and a flow too many. */
    private void push() {
        Vertx vertx = Vertx.vertx();
        try {
            Emulator manyChat = Blocking.await(Emulator.start(vertx, EmulatorOptions.STRICT), LIMIT);
            gateway.conf().tenantWithKey("academy", manyChat.apiToken().reveal(), manyChat.baseUrl());
            long anHourFromNow = System.currentTimeMillis() + 3_600_000;
            redis.call("SET", "tg:{academy:7}:flows", Long.toString(1_000 * anHourFromNow));
            redis.call("RPUSH", "tg:{academy:7}:pending", "{", "{\"texts\":[],\"steps\":[\"flow\",\"addTag\"]}");
            redis.call("ZADD", "tg:{academy}:outbox", "1", "7");
            await().atMost(LIMIT)
                    .until(() -> scrape().contains("turngate_push_key{")
                            && scrape().contains("turngate_flows_skipped_total{")
                            && scrape().contains("call=\"tag\""));
        } finally {
            Blocking.await(vertx.close(), LIMIT);
        }
    }

    /** One that is not there, with a fallback that is. */
    private void askAModel() {
        Vertx vertx = Vertx.vertx();
        try {
            ModelServer server = Blocking.await(ModelServer.start(vertx), LIMIT);
            JsonObject model = server.runner(ModelWire.OPENAI, gateway.conf());
            JsonObject dead =
                    model.copy().put("baseUrl", "http://127.0.0.1:1/v1").put("fallback", model);
            gateway.conf().tenant("institute").model("institute", dead);
            gateway.send(gateway.operation("/tenants/institute/reload").POST(BodyPublishers.noBody()));
            gateway.send(gateway.message(HELLO)
                    .uri(URI.create("http://127.0.0.1:" + gateway.port() + "/v1/institute/messages")));
        } finally {
            Blocking.await(vertx.close(), LIMIT);
        }
    }

    /** Over its one message of the minute. */
    private void shed() {
        gateway.conf().tenant("small").wiring("small", tenant -> tenant.put("messagesPerMinute", 1));
        gateway.send(gateway.operation("/tenants/small/reload").POST(BodyPublishers.noBody()));
        URI messages = URI.create("http://127.0.0.1:" + gateway.port() + "/v1/small/messages");
        gateway.send(gateway.message(HELLO).uri(messages));
        gateway.send(gateway.message(HELLO).uri(messages));
    }

    private void waitInALane() {
        CompletableFuture<?> first = gateway.postAsync("{\"subscriber_id\":\"1002\",\"text\":\"first\"}");
        await().until(() -> Long.valueOf(1).equals(redis.call("EXISTS", "tg:{school:1002}:lane")));
        gateway.post("{\"subscriber_id\":\"1002\",\"text\":\"second\"}");
        first.join();
    }

    /** What a gateway leaves behind that died in the middle of a run. */
    private void loseAGateway() {
        redis.call(
                "HSET",
                "tg:{school:1003}:lane",
                "run",
                "{\"fence\":1,\"until\":1,\"gateway\":\"dead\",\"lease\":1,\"taker\":\"first\"}",
                "e:first",
                "{\"turn\":\"1-first\",\"count\":1,\"until\":1,\"gateway\":\"dead\",\"at\":1,\"stamp\":\"\",\"claims\":\"\","
                        + "\"channel\":\"whatsapp\",\"proven\":true,\"told\":false}");
        redis.call("ZADD", "tg:lanes", "1", "dead school:1003");
        await().until(() -> scrape().contains("turngate_lane_taken_over_total"));
    }

    /** A message of a tenant that asks for tokens, and whose ManyChat is away. */
    private void bindByToken() {
        JsonObject secret = new JsonObject().put("file", "../../secrets/secret");
        JsonObject tenant = new JsonObject()
                .put("secrets", List.of(secret))
                .put("channel", "whatsapp")
                .put("binding", "token")
                .put("manychat", new JsonObject().put("apiToken", secret).put("baseUrl", "http://127.0.0.1:9"))
                .put("runner", new JsonObject().put("provider", "scripted"));
        gateway.conf().tenant("binding").write("tenants/binding/tenant.json", tenant.encode());
        URI messages = URI.create("http://127.0.0.1:" + gateway.port() + "/v1/binding/messages");
        await().until(() -> gateway.send(gateway.message(HELLO).uri(messages)).statusCode(), status -> status == 200);
        await().until(() -> scrape().contains("turngate_bindings_total"));
    }

    private String scrape() {
        return gateway.send(gateway.management("/metrics")).body();
    }

    private Set<String> documentedAs(String appears) {
        return documented.entrySet().stream()
                .filter(entry -> entry.getValue().appears().equals(appears))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Map<String, String> types(String scraped) {
        Map<String, String> types = new TreeMap<>();
        Matcher type = TYPE.matcher(scraped);
        while (type.find()) {
            types.put(type.group(1), type.group(2));
        }
        return types;
    }

    /** The labels of each metric, without the bucket's bound. */
    private static Map<String, Set<String>> labels(String scraped) {
        Map<String, Set<String>> labels = new TreeMap<>();
        scraped.lines().map(SERIES::matcher).filter(Matcher::matches).forEach(series -> {
            Set<String> names = labels.computeIfAbsent(series.group(1), metric -> new TreeSet<>());
            Matcher label = LABEL.matcher(series.group(2) == null ? "" : series.group(2));
            while (label.find()) {
                names.add(label.group(1));
            }
            names.remove("le");
        });
        return labels;
    }

    private static String unquoted(String cell) {
        return cell.replace("`", "");
    }
}
