package io.turngate.store.redis;

import static io.turngate.testing.ConversationHarness.contact;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.TurngateException;
import io.turngate.rules.Rules;
import io.turngate.store.Admission;
import io.turngate.store.AgentTurn;
import io.turngate.store.Arrival;
import io.turngate.store.ConversationStore;
import io.turngate.store.Fingerprints;
import io.turngate.store.KeptAnswer;
import io.turngate.store.LaneRun;
import io.turngate.store.LaneWatch.Due;
import io.turngate.store.Settlement;
import io.turngate.store.Settlement.Carriage;
import io.turngate.store.Terms;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestArrival;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lanes after clocks were set, keys deleted by hand, replies lost, and with an index that names what is not there. */
class BrokenLanesIT {

    private static final Contact CONTACT = contact("77");
    private static final String LANE = "tg:{school:77}:lane";
    private static final Rules RULES = new TestRules().cap(1_000).build();
    private static final Terms TERMS = new Terms(RULES, ConversationHarness.LEASE, false);
    private static final Duration OPEN = Duration.ofSeconds(8);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    private ConversationStore store() {
        return chat.redisStores().conversations();
    }

    private Admission admit(String nonce, Fingerprints prints) {
        Arrival arrival = TestArrival.of(CONTACT, nonce, "text of " + nonce, prints);
        return chat.await(() -> store().admit(arrival, TERMS, Deadline.after(OPEN)));
    }

    private Admission admit(String nonce) {
        return admit(nonce, Fingerprints.NONE);
    }

    private static LaneRun run(Admission admission) {
        return ((Admission.Running) admission).run();
    }

    private static Fingerprints print(String name) {
        return new Fingerprints(name, Duration.ofHours(24), "", Duration.ZERO, "", OptionalLong.empty());
    }

    private boolean settle(LaneRun run, String nonce) {
        LaneRun.Entry entry = run.entries().get(0);
        AgentTurn turn = new AgentTurn(
                CONTACT, nonce, entry.turnId(), List.of("reply"), Outcome.ANSWERED, Optional.empty(), Optional.empty());
        KeptAnswer kept =
                new KeptAnswer(false, entry.count(), 0, 0, Outcome.ANSWERED, Optional.empty(), List.of("reply"));
        Settlement settlement = new Settlement(
                CONTACT,
                Optional.of(run.fence()),
                List.of(turn),
                Map.of(entry.nonce(), kept),
                Carriage.ANSWERED,
                Optional.empty());
        return chat.await(() -> store().settle(settlement, TERMS, Deadline.after(OPEN))
                .map(waiting -> true)
                .recover(failure -> failure instanceof TurngateException
                        ? Future.succeededFuture(false)
                        : Future.failedFuture(failure)));
    }

    @Test
    void aClockThatWasAheadWhenAGatewayDiedBlocksTheContactForNoLongerThanALease() {
        chat.clock().advance(Duration.ofDays(20));
        admit("dead");
        chat.clock().advance(Duration.ofDays(-20));
        assertThat(admit("early")).isInstanceOf(Admission.Waiting.class);
        chat.clock().advance(ConversationHarness.LEASE);
        assertThat(run(admit("late")).entries())
                .extracting(LaneRun.Entry::nonce)
                .containsExactly("early", "late");
        assertThat(KeptTurns.agents(redis, "77")).hasSize(1);
    }

    @Test
    void aClockThatIsSetBackDuringARunDoesNotEndIt() {
        LaneRun run = run(admit("first"));
        chat.clock().advance(Duration.ofHours(-1));
        assertThat(admit("second")).isInstanceOf(Admission.Waiting.class);
        assertThat(settle(run, "a")).isTrue();
    }

    @Test
    void whatWaitsSinceTheClockWasAheadIsHandedOver() {
        chat.clock().advance(Duration.ofDays(20));
        admit("dead");
        admit("waiting");
        chat.clock().advance(Duration.ofDays(-20));
        sweep();
        chat.clock().advance(ConversationHarness.LEASE);
        assertThat(sweep()).isEqualTo(2);
        assertThat(redis.call("EXISTS", LANE)).isEqualTo(0L);
    }

    private int sweep() {
        return chat.await(() -> chat.redisStores()
                        .lanes()
                        .sweep(new Due(CONTACT, "member"), TERMS, swept -> Future.succeededFuture()))
                .handedOver();
    }

    @Test
    void aMessageIsKnownAgainThoughTheContactsHashWasDeleted() {
        assertThat(settle(run(admit("first", print("p"))), "a")).isTrue();
        redis.call("DEL", "tg:{school:77}:contact");
        assertThat(admit("again", print("p"))).isInstanceOf(Admission.Duplicate.class);
    }

    @Test
    void aMessageThatTookOverFromADeadGatewayIsGivenItsRunAgain() {
        admit("dead", print("p"));
        chat.clock().advance(ConversationHarness.LEASE);
        LaneRun taken = run(admit("again", print("p")));
        assertThat(run(admit("again", print("p")))).isEqualTo(taken);
        assertThat(KeptTurns.contacts(redis, "77")).hasSize(1);
        assertThat(settle(taken, "a")).isTrue();
        assertThat(redis.call("EXISTS", LANE)).isEqualTo(0L);
    }

    @Test
    void aRunOfSeveralIsGivenAgainToTheMessageThatTookIt() {
        admit("dead");
        admit("waiting");
        chat.clock().advance(ConversationHarness.LEASE);
        LaneRun taken = run(admit("third"));
        assertThat(taken.entries()).extracting(LaneRun.Entry::text).containsExactly("text of waiting", "text of third");
        assertThat(run(admit("third"))).isEqualTo(taken);
    }

    @Test
    void aMessageThatFoundTheLaneFullIsKnownAgain() {
        admit("running");
        IntStream.range(0, 50).forEach(i -> admit("waiting" + i));
        assertThat(admit("busy", print("p"))).isInstanceOf(Admission.Busy.class);
        Admission.Duplicate again = (Admission.Duplicate) admit("again", print("p"));
        assertThat(again.answer().orElseThrow().reason()).contains(Reason.BUSY);
        assertThat(again.answer().orElseThrow().turn()).isEqualTo(2);
        assertThat(again.answer().orElseThrow().texts()).containsExactly(TestRules.ESCALATION);
    }

    @Test
    void aLateHolderWhoseNumberCameBackCannotSettleAnothersRun() {
        LaneRun first = run(admit("first"));
        redis.call("DEL", LANE);
        redis.call("DEL", "tg:{school:77}:contact");
        RedisStores other = ConversationHarness.stores(
                chat.vertx(),
                new RedisEndpoint(redis.uri(), Optional.empty(), Optional.empty(), Duration.ofSeconds(1)),
                ContactClock.of(chat.clock()),
                "other");
        chat.await(other::open);
        Arrival arrival = TestArrival.of(CONTACT, "second", "hello");
        chat.await(() -> other.conversations().admit(arrival, TERMS, Deadline.after(OPEN)));
        assertThat(settle(first, "a")).isFalse();
        assertThat(KeptTurns.agents(redis, "77")).isEmpty();
    }
}
