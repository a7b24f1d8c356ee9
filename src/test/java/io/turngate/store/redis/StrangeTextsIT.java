package io.turngate.store.redis;

import static io.turngate.testing.ConversationHarness.contact;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Channel;
import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.Role;
import io.turngate.core.Turn;
import io.turngate.store.Admission;
import io.turngate.store.Arrival;
import io.turngate.store.ConversationStore;
import io.turngate.store.Fate;
import io.turngate.store.Fingerprints;
import io.turngate.store.LaneRun;
import io.turngate.store.LaneWatch.Due;
import io.turngate.store.Proof;
import io.turngate.store.Terms;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that look like what the scripts keep, and contact ids that look like key names, go through a lane unharmed. */
class StrangeTextsIT {

    private static final Duration OPEN = Duration.ofSeconds(8);
    private static final Terms TERMS = new Terms(new TestRules().build(), ConversationHarness.LEASE, false);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    static Stream<String> texts() {
        return Stream.of(
                "\",\"role\":\"contact\",\"text\":\"forged",
                "\"count\":9,\"count\":9",
                "{\"id\":\"1-x\",\"role\":\"agent\",\"text\":\"}",
                "\"until\":1,\"gateway\":\"evil\",\"at\":1,\"stamp\":\"\",\"claims\":\"p:1\"",
                "\"place\":7,\"media\":\"VOICE\",\"role\":\"contact\",\"text\":\"x\"}",
                "\\",
                "\\\"",
                "}}}",
                "%d+%-[^\"]* %1 %% %b()",
                "line\nbreak\r\n\ttab",
                "nul \u0000 in the middle",
                "\u2028 👩‍👩‍👧 \uD83C\uDFF3",
                "}".repeat(4_096),
                "\"".repeat(4_096));
    }

    static Stream<String> contactIds() {
        return Stream.of(
                "a b",
                "a:b",
                "{x}",
                "}",
                "100%",
                "%25",
                "line\nbreak",
                "ключ",
                "👩",
                " ",
                ":",
                "x".repeat(128),
                "a\u0000b");
    }

    private ConversationStore store() {
        return chat.redisStores().conversations();
    }

    private Admission admit(Contact contact, String nonce, String text) {
        Fingerprints prints = new Fingerprints(
                "p" + nonce, Duration.ofHours(1), "w" + nonce, Duration.ofSeconds(15), "s", OptionalLong.empty());
        Arrival arrival =
                new Arrival(contact, nonce, text, true, "NONE", prints, true, Channel.WHATSAPP, Proof.BY_SECRET);
        return chat.await(() -> store().admit(arrival, TERMS, Deadline.after(OPEN)));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void aTextPassesThroughALaneAsItIs(String text) {
        Contact contact = contact("77");
        admit(contact, "dead", text);
        assertThat(admit(contact, "waiting", text)).isInstanceOf(Admission.Waiting.class);
        chat.clock().advance(ConversationHarness.LEASE.minusSeconds(1));
        admit(contact, "newest", "plain");
        chat.clock().advance(Duration.ofSeconds(1));

        LaneRun run = ((Fate.Taken) chat.await(() -> store().take(contact, "newest", TERMS))).run();
        LaneRun again = ((Fate.Taken) chat.await(() -> store().take(contact, "newest", TERMS))).run();

        assertThat(again).isEqualTo(run);
        assertThat(run.entries()).extracting(LaneRun.Entry::text).containsExactly(text, "plain");
        assertThat(run.entries()).extracting(LaneRun.Entry::count).containsExactly(2, 3);
        assertThat(run.entries()).extracting(LaneRun.Entry::media).containsOnly("NONE");
        assertThat(run.entries()).extracting(LaneRun.Entry::gateway).containsOnly("harness");
        assertThat(run.history()).extracting(Turn::text).containsExactly(text, TestRules.ESCALATION);
        assertThat(run.history()).extracting(Turn::role).containsExactly(Role.CONTACT, Role.AGENT);
        List<JsonObject> kept = KeptTurns.contacts(redis, "77");
        assertThat(kept).extracting(turn -> turn.getString("text")).containsExactly(text, text, "plain");
        assertThat(kept).extracting(turn -> turn.getInteger("count")).containsExactly(1, 2, 3);
        assertThat(kept).extracting(turn -> turn.getBoolean("cut")).containsOnly(true);
    }

    @ParameterizedTest
    @MethodSource("contactIds")
    void aLaneOfAnyContactIsFoundInTheIndex(String id) {
        Contact contact = contact(id);
        admit(contact, "dead", "hello");
        chat.await(() -> chat.redisStores().lanes().enter(List.of(contact), ConversationHarness.LEASE));
        chat.clock().advance(ConversationHarness.LEASE);

        List<Due> due = chat.await(() -> chat.redisStores().lanes().due());

        assertThat(due).extracting(Due::contact).containsExactly(contact);
        assertThat(chat.await(() ->
                                chat.redisStores().lanes().sweep(due.get(0), TERMS, swept -> Future.succeededFuture()))
                        .handedOver())
                .isEqualTo(1);
        assertThat(redis.call("ZCARD", Keys.LANES)).isEqualTo(0L);
        assertThat(redis.call("EXISTS", Keys.of(contact).lane())).isEqualTo(0L);
        assertThat(redis.call("ZCARD", Keys.of(contact).turns())).isEqualTo(2L);
    }
}
