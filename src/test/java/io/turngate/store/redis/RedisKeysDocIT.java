package io.turngate.store.redis;

import static io.turngate.testing.LaneNode.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.config.TenantConfig.Handoff;
import io.turngate.conversation.Message.Media;
import io.turngate.manychat.api.ApiAnswer;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerRequest;
import io.turngate.store.Budgets.Spending;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.DeliveryNode;
import io.turngate.testing.FakeManyChat;
import io.turngate.testing.LaneNode;
import io.turngate.testing.MarkdownTable;
import io.turngate.testing.RecordingRunner;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.turngate.testing.TestTenant;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** docs/redis-keys.md against the keys that conversations of every kind leave in a real Redis. */
class RedisKeysDocIT {

    private static final String PLACEHOLDER = "tenant:contact";
    private static final Duration DELIVERY_LEASE = Duration.ofSeconds(30);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final int IDLE_HOURS = 24;
    private static final Duration DEADLINE = Duration.ofSeconds(8);
    private static final Duration SOON = Duration.ofMillis(500);
    private static final Duration RESULT_KEPT = Duration.ofSeconds(15);
    private static final String LANE = "tg:{school:77}:lane";

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    /** It waits for a replica, of which there is none. */
    @RegisterExtension
    final ConversationHarness waiting = new ConversationHarness(WaitReplicasIT.waitingFor(redis, 1));

    private final List<LaneNode> nodes = new ArrayList<>();
    private final List<DeliveryNode> deliveries = new ArrayList<>();
    private final Promise<RunnerReply> first = Promise.promise();
    private final RecordingRunner runner = new RecordingRunner().answering(this::answer);
    private final Promise<RunnerReply> held = Promise.promise();
    private String page = "";

    private record Documented(String key, String type, String expires) {}

    @BeforeEach
    void readThePageAndTalk() throws IOException {
        page = Files.readString(Path.of("docs/redis-keys.md"));
        TestRules rules = new TestRules().cap(4).idleResetHours(IDLE_HOURS);
        chat.rules(rules.keywords("human").opening("start", "Welcome!"));
        chat.say("start");
        chat.say("hello");
        chat.clock().advance(Duration.ofMinutes(-1));
        chat.say("the clock stepped back");
        chat.say("human");
        chat.send(Media.VOICE);
        redis.call("DEL", "tg:{school:1234567}:cap");
        chat.say("over the cap, and recounted");
        chat.say("+34 600", "somebody else");
        chat.await(() -> chat.redisStores().ledger().resetCap(ConversationHarness.contact("+34 600")));
        chat.say("+34 600", "again");
        leaveMessagesBehind();
        talkByToken();
        chat.await(() -> chat.redisStores().budgets().add(ConversationHarness.TENANT, new Spending(1, 2)));
        waitInALane();
        deliver();
        waiting.say("98", "settled with a look at replicas");
    }

    /** A token that is asked for, a request without one, and words that go behind others that are still to be pushed. */
    private void talkByToken() {
        chat.tenant().token(true);
        chat.say("44", "hello");
        redis.call("HSET", "tg:{school:44}:contact", "token", "a digest");
        chat.say("44", "unbound");
        chat.tenant().boundBySecret();
        chat.pushes().open(true);
        redis.call("RPUSH", "tg:{school:44}:pending", "{\"texts\":[\"earlier\"]}");
        chat.say("44", "goes behind");
    }

    /** Delivery in the middle of a call, what it could not deliver, and a token that was written twice. */
    private void deliver() {
        redis.call("HSET", "tg:{school:55}:contact", "id", "x", "tokenWanted", "1", "token", "1", "tokenPending", "2");
        redis.call("HSET", "tg:{school:56}:contact", "id", "x", "tokenWanted", "1");
        String item = "{\"turn\":\"1-x\",\"to\":\"1-y\",\"channel\":\"whatsapp\",\"texts\":[\"hello\"],"
                + "\"outcome\":\"escalated\",\"reason\":\"keyword\",\"link\":\"https://chat.example/55\",\"at\":"
                + System.currentTimeMillis() + "}";
        redis.call("RPUSH", "tg:{school:55}:pending", item);
        redis.call("RPUSH", "tg:{school:57}:pending", "{", item);
        redis.call("RPUSH", "tg:{school:58}:pending", item);
        FakeManyChat manyChat = new FakeManyChat().answering(RedisKeysDocIT::manyChat);
        DeliveryNode node = new DeliveryNode(
                "delivering",
                redis,
                ContactClock.OF_THE_SERVER,
                manyChat,
                TestTenant.pushing()
                        .handoff(new Handoff("tag", Optional.of("why"), Optional.of("link"), Optional.of("flow")))
                        .build());
        deliveries.add(node);
        node.look("55");
        node.look("56");
        node.startToLook("57");
        node.look("58");
        await().until(() -> manyChat.calls().contains("content 57 whatsapp hello"));
        node.await(() -> node.outbox().pace().slowDown("4711", "tag", Duration.ofSeconds(9)));
    }

    private static Future<ApiAnswer> manyChat(String call) {
        if (call.startsWith("content 57")) {
            return Promise.<ApiAnswer>promise().future();
        }
        return FakeManyChat.answer(
                call.startsWith("field 56")
                        ? ApiAnswer.Kind.NOT_SENT
                        : call.startsWith("content 58")
                                ? ApiAnswer.Kind.REFUSED
                                : call.startsWith("removeTag 58") ? ApiAnswer.Kind.NOT_SENT : ApiAnswer.Kind.ACCEPTED);
    }

    @AfterEach
    void closeAll() {
        nodes.forEach(LaneNode::close);
        deliveries.forEach(DeliveryNode::close);
    }

    private Future<RunnerReply> answer(RunnerRequest request) {
        if (request.messages().contains("held")) {
            return held.future();
        }
        return request.messages().contains("never answered")
                ? Promise.<RunnerReply>promise().future()
                : first.future();
    }

    private LaneNode node(String name, Duration lease) {
        LaneNode node =
                new LaneNode(new LaneNode.Setup(name, redis.uri(), new TestRules().build(), lease, DEADLINE), runner);
        nodes.add(node);
        return node.sweeping();
    }

    private void kill(LaneNode node) {
        nodes.remove(node);
        node.close();
    }

    /** A gateway dies in the middle of a run and another one hands its message over. */
    private void leaveMessagesBehind() {
        LaneNode dying = node("dying", SOON);
        LaneNode living = node("living", SOON);
        dying.post("66", "never answered");
        await().until(() -> Long.valueOf(1).equals(redis.call("ZCARD", Keys.LANES)));
        kill(dying);
        await().until(() -> living.listener().takenOverCount() == 1);
    }

    /** A run of a message that waited. */
    private void runWhatWaited(LaneNode node) {
        String lane = "tg:{school:88}:lane";
        node.post("88", "held");
        await().until(() -> Long.valueOf(1).equals(redis.call("EXISTS", lane)));
        node.post("88", "never answered");
        await().until(() -> Long.valueOf(1).equals(redis.call("HEXISTS", lane, "w:1")));
        held.complete(RecordingRunner.says("the answer"));
        await().until(() -> Long.valueOf(0).equals(redis.call("HEXISTS", lane, "w:1")));
    }

    /** A lane with a run, with a message that waits, and with the answer for one whose gateway does not fetch it. */
    private void waitInALane() {
        LaneNode left = node("left", ConversationHarness.LEASE);
        LaneNode right = node("right", ConversationHarness.LEASE);
        left.post("77", "first");
        await().until(() -> Long.valueOf(1).equals(redis.call("EXISTS", LANE)));
        right.post("77", "second");
        await().until(() -> Long.valueOf(1).equals(redis.call("HEXISTS", LANE, "w:1")));
        Future<?> third = left.post("77", "third");
        await().until(() -> Long.valueOf(1).equals(redis.call("HEXISTS", LANE, "w:2")));
        kill(right);
        first.complete(RecordingRunner.says("the answer"));
        get(third);
        left.post("77", "never answered");
        await().until(() -> Long.valueOf(1).equals(redis.call("HEXISTS", LANE, "run")));
        left.post("77", "fifth");
        await().until(() -> fieldsOfHashes("lane").contains("w:<number>"));
        runWhatWaited(left);
        left.post("87", "never answered");
        await().until(() -> Long.valueOf(1).equals(redis.call("EXISTS", "tg:{school:87}:lane")));
        await().until(() -> redis.call("ZSCORE", Keys.LANES, "left school:77") != null);
    }

    private List<Documented> documented() {
        return MarkdownTable.rows(page, "| key | type |").stream()
                .map(row -> new Documented(unquoted(row.get(0)), row.get(1), row.get(3)))
                .toList();
    }

    private Optional<Documented> find(String key) {
        String general = key.replaceFirst("\\{(?!pace:)[a-z0-9-]+:[A-Za-z0-9_%-]+}", "{" + PLACEHOLDER + "}")
                .replaceFirst(":dup:u?[0-9a-f]{24}$", ":dup:<fingerprint>")
                .replaceFirst("\\{pace:[A-Za-z0-9_-]+}:\\w+$", "{pace:<account>}:<call>")
                .replaceFirst(":budget:\\d{8}$", ":budget:<yyyymmdd>")
                .replaceFirst("\\{school}", "{tenant}");
        return documented().stream().filter(row -> row.key().equals(general)).findFirst();
    }

    @Test
    void everyKeyThatExistsIsInTheTableWithItsTypeAndExpiry() {
        assertThat(RedisScan.keys(redis)).isNotEmpty().allSatisfy(key -> {
            Optional<Documented> row = find(key);
            assertThat(row).as(key).isPresent();
            assertThat(List.of(row.orElseThrow().type().split(" or ", -1)))
                    .as(key)
                    .contains(String.valueOf(redis.call("TYPE", key)));
            assertThat(expiryOf(key)).as(key).isEqualTo(row.orElseThrow().expires());
        });
    }

    @Test
    void everyKeyOfTheTableExists() {
        Set<String> seen = RedisScan.keys(redis).stream()
                .flatMap(key -> find(key).stream())
                .map(Documented::key)
                .collect(Collectors.toSet());
        assertThat(documented()).extracting(Documented::key).isNotEmpty().containsExactlyInAnyOrderElementsOf(seen);
    }

    @Test
    void theWordsForExpiryAreExplained() {
        assertThat(MarkdownTable.rows(page, "| expires | means |"))
                .extracting(row -> row.get(0))
                .containsAll(documented().stream().map(Documented::expires).toList());
    }

    @Test
    void theEncodedIdOfThePageIsTheOneInUse() {
        assertThat(RedisScan.keys(redis)).contains("tg:{school:%2B34%20600}:turns");
        assertThat(page).contains("`+34 600` is `tg:{demo:%2B34%20600}:turns`");
    }

    @Test
    void everyFieldOfATurnIsNamedAndEveryNamedOneOccurs() {
        chat.rules(new TestRules());
        chat.runner().answering(request -> Future.succeededFuture(RecordingRunner.says("long", "answer")));
        chat.say("plain");
        Set<String> ofContacts = fieldsOfTurns("contact");
        Set<String> ofAgents = fieldsOfTurns("agent");
        List<String> contactSection = named("A contact's turn, as it stands", "The agent's:");
        List<String> agentSection = named("The agent's:", "## The counter");
        // Shortening a text is the parser's work, which these messages do not go through.
        assertThat(contactSection).containsExactlyInAnyOrderElementsOf(with(ofContacts, "cut"));
        assertThat(agentSection).containsExactlyInAnyOrderElementsOf(ofAgents);
    }

    @Test
    void everyFieldOfAHashIsNamedAndEveryNamedOneOccurs() {
        assertThat(named("## The counter", "## The contact"))
                .containsExactlyInAnyOrderElementsOf(fieldsOfHashes("cap"));
        assertThat(named("## Who delivers: `delivery`", "## The index of the outbox"))
                .containsExactlyInAnyOrderElementsOf(fieldsOfHashes("delivery"));
        assertThat(named("## The day's spending", "## The JSON of lane"))
                .containsExactlyInAnyOrderElementsOf(fieldsOfHashes("budget:20260302"));
        assertThat(named("## The contact", "## The lane"))
                .containsExactlyInAnyOrderElementsOf(fieldsOfHashes("contact"));
        assertThat(named("## The lane", "## Second deliveries"))
                .containsExactlyInAnyOrderElementsOf(fieldsOfHashes("lane"));
    }

    @Test
    void everyMemberOfWhatIsKeptAsJsonIsNamedAndEveryNamedOneOccurs() {
        Map<String, Set<String>> named = new TreeMap<>();
        for (List<String> row : MarkdownTable.rows(page, "| member | in |")) {
            for (String place : row.get(1).split(", ", -1)) {
                named.computeIfAbsent(place, key -> new TreeSet<>())
                        .addAll(List.of(unquoted(row.get(0)).split(", ", -1)));
            }
        }
        assertThat(named).isEqualTo(membersThatOccur());
    }

    private static Map<String, Set<String>> membersThatOccur() {
        Map<String, Set<String>> found = new TreeMap<>();
        keysOfKind("lane")
                .forEach(key -> fieldsOf(key)
                        .filter(field -> !field.equals("seq"))
                        .forEach(field -> addMembers(found, field.replaceFirst(":.*", ""), fieldOf(key, field))));
        keysOfKind("pending")
                .flatMap(key -> list(redis.call("LRANGE", key, "0", "-1")))
                .forEach(json -> addMembers(found, "pending", json));
        RedisScan.keys(redis).stream()
                .filter(key -> key.contains("}:dup:"))
                .forEach(key -> addMembers(found, "dup", String.valueOf(redis.call("GET", key))));
        return found;
    }

    private static void addMembers(Map<String, Set<String>> found, String place, String json) {
        found.computeIfAbsent(place, key -> new TreeSet<>()).addAll(new JsonObject(json).fieldNames());
    }

    @Test
    void everyScriptIsInItsTableAndOnlyThose() {
        assertThat(MarkdownTable.rows(page, "| script | KEYS |"))
                .extracting(row -> unquoted(row.get(0)))
                .containsExactlyInAnyOrderElementsOf(Script.ALL.stream()
                        .map(script -> script.name().toLowerCase(Locale.ROOT))
                        .toList());
    }

    private static String expiryOf(String key) {
        long millis = (Long) Objects.requireNonNull(redis.call("PTTL", key));
        if (key.contains("}:dup:")) {
            return millis > 0 && millis <= DAY.toMillis() ? "window" : "too long";
        }
        if (key.contains("}:budget:")) {
            return millis > 2 * DAY.toMillis() && millis <= 3 * DAY.toMillis() ? "days" : "too long";
        }
        if (key.contains("{pace:")) {
            return millis > 0 && millis <= 10_000 ? "pace" : "too long";
        }
        if (key.endsWith("}:wait")) {
            return millis > 0 && millis <= 10_000 ? "marker" : "too long";
        }
        if (key.endsWith("}:delivery")) {
            return millis > 0 && millis <= DELIVERY_LEASE.toMillis() ? "lease" : "too long";
        }
        if (key.endsWith("}:lane")) {
            return expiryOfALane(key, millis);
        }
        if (millis == -1) {
            return "never";
        }
        return millis <= HOUR.toMillis() ? "hour" : millis <= HOUR.toMillis() * (IDLE_HOURS + 1) ? "idle" : "too long";
    }

    private static String expiryOfALane(String key, long millis) {
        Set<String> kinds =
                fieldsOf(key).map(field -> field.replaceFirst(":.*", "")).collect(Collectors.toSet());
        boolean isAsSaid = kinds.contains("w")
                ? millis == -1
                : kinds.contains("run")
                        ? millis > DAY.toMillis()
                                && millis <= DAY.plus(ConversationHarness.LEASE).toMillis()
                        : millis > 0 && millis <= RESULT_KEPT.toMillis();
        return isAsSaid ? "lane" : "other than said";
    }

    @Test
    void aLaneEndsWithWhatIsInIt() {
        first.tryComplete(RecordingRunner.says("the answer"));
        LaneNode node = node("another", ConversationHarness.LEASE);
        node.post("88", "never answered");
        String key = "tg:{school:88}:lane";
        await().until(() -> Long.valueOf(1).equals(redis.call("HEXISTS", key, "run")));
        assertThat(expiryOf(key)).isEqualTo("lane");
        get(node.post("99", "hello"));
        assertThat(redis.call("EXISTS", "tg:{school:99}:lane")).isEqualTo(0L);
    }

    private static Set<String> fieldsOfTurns(String role) {
        return keysOfKind("turns")
                .flatMap(key -> list(redis.call("ZRANGE", key, "0", "-1")))
                .map(JsonObject::new)
                .filter(turn -> turn.getString("role").equals(role))
                .flatMap(turn -> turn.fieldNames().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> fieldsOfHashes(String kind) {
        return keysOfKind(kind)
                .flatMap(RedisKeysDocIT::fieldsOf)
                .map(field -> field.replaceFirst("^w:.*", "w:<number>").replaceFirst("^(e|done):.*", "$1:<nonce>"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isText(String key) {
        return "string".equals(redis.call("TYPE", key));
    }

    /** Of a hash, or of a text that stands for one. */
    private static Stream<String> fieldsOf(String key) {
        return isText(key) ? asJson(key).fieldNames().stream() : list(redis.call("HKEYS", key));
    }

    private static String fieldOf(String key, String field) {
        return isText(key) ? asJson(key).getJsonObject(field).encode() : String.valueOf(redis.call("HGET", key, field));
    }

    private static JsonObject asJson(String key) {
        return new JsonObject(String.valueOf(redis.call("GET", key)));
    }

    private static Stream<String> keysOfKind(String kind) {
        return RedisScan.keys(redis).stream().filter(key -> key.endsWith("}:" + kind));
    }

    private static Stream<String> list(@Nullable Object reply) {
        return ((List<?>) Objects.requireNonNull(reply)).stream().map(String::valueOf);
    }

    /** The fields in the first column of the section's table. */
    private List<String> named(String from, String to) {
        String section = page.substring(page.indexOf(from), page.indexOf(to));
        return MarkdownTable.rows(section, "| field |").stream()
                .flatMap(row -> Stream.of(row.get(0).split(", ", -1)))
                .map(RedisKeysDocIT::unquoted)
                .toList();
    }

    private static Set<String> with(Set<String> fields, String further) {
        return Stream.concat(fields.stream(), Stream.of(further)).collect(Collectors.toSet());
    }

    private static String unquoted(String cell) {
        return cell.replace("`", "");
    }
}
