package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.conversation.Message.Media;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.MarkdownTable;
import io.turngate.testing.RecordingRunner;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** docs/redis-keys.md against the keys that conversations of every kind leave in a real Redis. */
class RedisKeysDocIT {

    private static final String PLACEHOLDER = "tenant:contact";
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int IDLE_HOURS = 24;

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

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
    }

    private List<Documented> documented() {
        return MarkdownTable.rows(page, "| key | type |").stream()
                .map(row -> new Documented(unquoted(row.get(0)), row.get(1), row.get(3)))
                .toList();
    }

    private Optional<Documented> find(String key) {
        String general = key.replaceFirst("\\{[a-z0-9-]+:[A-Za-z0-9_%-]+}", "{" + PLACEHOLDER + "}");
        return documented().stream().filter(row -> row.key().equals(general)).findFirst();
    }

    @Test
    void everyKeyThatExistsIsInTheTableWithItsTypeAndExpiry() {
        assertThat(RedisScan.keys(redis)).isNotEmpty().allSatisfy(key -> {
            Optional<Documented> row = find(key);
            assertThat(row).as(key).isPresent();
            assertThat(redis.call("TYPE", key))
                    .as(key)
                    .isEqualTo(row.orElseThrow().type());
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
        assertThat(named("## The contact", "## Looking at them"))
                .containsExactlyInAnyOrderElementsOf(fieldsOfHashes("contact"));
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
        if (millis == -1) {
            return "never";
        }
        return millis <= HOUR.toMillis() ? "hour" : millis <= HOUR.toMillis() * IDLE_HOURS ? "idle" : "too long";
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
                .flatMap(key -> list(redis.call("HKEYS", key)))
                .collect(Collectors.toCollection(TreeSet::new));
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
