package io.turngate.store.redis;

import static io.turngate.testing.ConversationHarness.contact;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Turn;
import io.turngate.store.Admission;
import io.turngate.store.Admission.Running;
import io.turngate.store.AgentTurn;
import io.turngate.store.Arrival;
import io.turngate.store.ConversationStore;
import io.turngate.store.Fate;
import io.turngate.store.LaneRun;
import io.turngate.store.LaneRun.Entry;
import io.turngate.store.LaneWatch;
import io.turngate.store.Settlement;
import io.turngate.store.Settlement.Carriage;
import io.turngate.store.Settlement.Settled;
import io.turngate.store.Terms;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.RedisScan;
import io.turngate.testing.TestArrival;
import io.turngate.testing.TestRedis;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands of a lane whose answers are lost on the way. */
abstract class LaneStoreContract {

    private static final Contact CONTACT = contact("1234567");
    private static final Terms TERMS = new Terms(new TestRules().build(), ConversationHarness.LEASE, true);
    private static final Terms WITHOUT_PUSH = new Terms(new TestRules().build(), ConversationHarness.LEASE, false);
    private static final String ODD = "a \"quoted\" } ,\"count\":9,\"rules\":\"x\" %d \\ \n 👩‍👩‍👧";

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis());

    abstract TestRedis redis();

    @Test
    void aRunIsGivenAgainToTheMessageThatWasGivenItAndToNoOther() {
        LaneRun first = run(admit("a", "first"));
        admit("b", ODD);
        admit("c", "third");
        settle(first);
        LaneRun lost = ((Fate.Taken) take("c")).run();

        assertThat(take("b")).isInstanceOf(Fate.InRun.class);
        LaneRun again = ((Fate.Taken) take("c")).run();

        assertThat(again.fence()).isEqualTo(lost.fence());
        assertThat(again.entries().stream().map(Entry::text)).containsExactly(ODD, "third");
        assertThat(again.entries().stream().map(Entry::count)).containsExactly(2, 3);
        assertThat(again.history().stream().map(Turn::text)).containsExactly("first", "reply");
        settle(again);
        assertThat(KeptTurns.of(redis(), "1234567")).hasSize(5);
    }

    @Test
    void givingUpAMessageLeavesARunThatIsInOtherHands() {
        LaneRun first = run(admit("a", "first"));
        admit("b", "second");
        admit("c", "third");
        settle(first);
        LaneRun taken = ((Fate.Taken) take("c")).run();

        chat.await(() -> store().abandon(CONTACT, "b", TERMS));
        settle(taken);

        assertThat(KeptTurns.agents(redis(), "1234567").stream().map(turn -> turn.getString("text")))
                .containsExactly("reply", "reply");
        assertThat(RedisScan.keys(redis())).noneMatch(key -> key.endsWith(":lane") || key.endsWith(":pending"));
    }

    @Test
    void aFenceIsGreaterThanAnyBeforeAlsoWhenTheContactsHashWasLost() {
        LaneRun first = run(admit("a", "first"));
        redis().call("DEL", "tg:{school:1234567}:contact", "tg:{school:1234567}:lane");
        chat.clock().advance(Duration.ofMillis(1));
        LaneRun second = run(admit("b", "second"));
        assertThat(Long.parseLong(second.fence())).isGreaterThan(Long.parseLong(first.fence()));
    }

    @Test
    void aMessageThatIsGivenUpWhileItWaitsIsRecordedAndHandedOver() {
        LaneRun first = run(admit("a", "first"));
        admit("b", "second");
        chat.await(() -> store().abandon(CONTACT, "b", TERMS));
        chat.await(() -> store().abandon(CONTACT, "b", TERMS));
        settle(first);
        assertThat(KeptTurns.contacts(redis(), "1234567")).hasSize(2);
        assertThat(take("b")).isInstanceOf(Fate.Lost.class);
        assertThat(run(admit("c", "third")).entries().get(0).count()).isEqualTo(3);
    }

    @Test
    void aMessageThatIsGivenUpDoesNotOvertakeWhatWaitsBeforeIt() {
        LaneRun first = run(admit("a", "first"));
        admit("b", "second");
        assertThat(chat.await(() -> store().leave(CONTACT, "b", TERMS))).isInstanceOf(Fate.Acknowledged.class);
        admit("c", "third");
        chat.await(() -> store().abandon(CONTACT, "c", TERMS));
        chat.await(() -> store().abandon(CONTACT, "c", TERMS));
        chat.clock().advance(Duration.ofMillis(1));
        settle(first);

        LaneRun both = ((Fate.Taken) take("b")).run();

        assertThat(both.entries().stream().map(Entry::text)).containsExactly("second", "third");
        assertThat(both.entries().stream().map(Entry::count)).containsExactly(2, 3);
        assertThat(both.entries().get(1).openMillis()).isZero();
        settle(both);
        assertThat(texts()).containsExactly("first", "second", "third");
    }

    @Test
    void aMessageThatIsGivenUpIsHandedOverOnceNothingWaitsBeforeIt() {
        LaneRun first = run(admit("a", "first"));
        admit("b", "second");
        admit("c", "third");
        admit("d", "fourth");
        chat.await(() -> store().abandon(CONTACT, "c", TERMS));
        assertThat(texts()).containsExactly("first");
        leave("b");
        assertThat(texts()).containsExactly("first", "second", "third");
        chat.await(() -> store().abandon(CONTACT, "d", TERMS));
        settle(first);

        assertThat(texts()).containsExactly("first", "second", "third", "fourth");
        assertThat(KeptTurns.agents(redis(), "1234567")).hasSize(4);
        assertThat(RedisScan.keys(redis())).noneMatch(key -> key.endsWith(":lane") || key.endsWith(":pending"));
    }

    @Test
    void ofTwoThatAreGivenUpTheEarlierOneIsRecordedFirst() {
        LaneRun first = run(admit("a", "first"));
        admit("b", "second");
        admit("c", "third");
        chat.await(() -> store().abandon(CONTACT, "c", TERMS));
        chat.await(() -> store().abandon(CONTACT, "b", TERMS));
        settle(first);
        assertThat(texts()).containsExactly("first", "second", "third");
        assertThat(RedisScan.keys(redis())).noneMatch(key -> key.endsWith(":lane") || key.endsWith(":pending"));
    }

    @Test
    void aMessageWhoseGatewayDiedDoesNotOvertakeOneThatWasToldToWait() {
        LaneRun first = run(admit("a", "first"));
        admit("b", "second");
        chat.await(() -> store().leave(CONTACT, "b", TERMS));
        admit("c", "third");
        settle(first);

        chat.clock().advance(Duration.ofSeconds(10));
        assertThat(sweep()).isZero();
        chat.clock().advance(ConversationHarness.LEASE);
        assertThat(sweep()).isEqualTo(2);

        assertThat(texts()).containsExactly("first", "second", "third");
    }

    @Test
    void aMessageThatWasToldToWaitAndThenGivenUpKeepsNobodyFromItsTurn() {
        LaneRun first = run(admit("a", "first"));
        admit("b", "second");
        chat.await(() -> store().leave(CONTACT, "b", TERMS));
        RedisStores stores = ConversationHarness.stores(
                chat.vertx(), redis().endpoint(), ContactClock.of(chat.clock()), "elsewhere");
        chat.await(stores::open);
        ConversationStore elsewhere = stores.conversations();
        chat.await(() -> elsewhere.admit(TestArrival.of(CONTACT, "c", "third"), TERMS, deadline()));
        chat.await(() -> elsewhere.leave(CONTACT, "c", TERMS));
        chat.await(() -> elsewhere.abandon(CONTACT, "c", TERMS));
        settle(first);
        chat.clock().advance(Duration.ofSeconds(10));
        assertThat(((Fate.Taken) take("b")).run().entries()).hasSize(2);
    }

    @Test
    void theReplyOfAnAcknowledgedRunIsLeftToBePushedAndOfNoOther() {
        settle(run(admit("b", "before")));
        assertThat(redis().call("LLEN", "tg:{school:1234567}:pending")).isEqualTo(0L);
        LaneRun run = run(admit("a", "first"));
        chat.await(() -> store().acknowledge(run, TERMS));
        chat.await(() -> store().acknowledge(run, TERMS));
        settle(run);

        assertThat(redis().call("LLEN", "tg:{school:1234567}:pending")).isEqualTo(1L);
        JsonObject pending = new JsonObject(String.valueOf(redis().call("LINDEX", "tg:{school:1234567}:pending", "0")));
        JsonObject agents = KeptTurns.agents(redis(), "1234567").get(1);
        assertThat(pending.getString("turn")).isEqualTo(agents.getString("id"));
        assertThat(pending.getString("to")).isEqualTo(run.entries().get(0).turnId());
        assertThat(pending.getJsonArray("texts")).containsExactly("reply");
        assertThat(pending.getString("channel")).isEqualTo("whatsapp");
        assertThat(agents.getBoolean("pushed")).isTrue();
        assertThat(pending.getString("outcome")).isEqualTo("answered");
    }

    @Test
    void whatAnotherGatewayPromisedIsKeptThoughThisOneDoesNotExpectToPush() {
        LaneRun run = run(admit("a", "first"));
        chat.await(() -> store().acknowledge(run, TERMS));
        settle(run, Carriage.ANSWERED);
        assertThat(redis().call("LRANGE", "tg:{school:1234567}:pending", "0", "-1"))
                .asString()
                .contains("\"texts\":[\"reply\"],\"outcome\":\"answered\"}");
    }

    @Test
    void aFullLanesHandOverIsCarriedByItsOwnRequestThoughTheRunAheadIsAcknowledged() {
        LaneRun run = run(admit("a", "first"));
        chat.await(() -> store().acknowledge(run, TERMS));
        AgentTurn handOver = new AgentTurn(
                CONTACT,
                "busy",
                run.entries().get(0).turnId(),
                List.of("later"),
                Outcome.ESCALATED,
                Optional.of(Reason.BUSY),
                Optional.empty());
        Settlement settlement = new Settlement(
                CONTACT, Optional.empty(), List.of(handOver), Map.of(), Carriage.ANSWERED, Optional.empty());

        Settled settled = chat.await(() -> store().settle(settlement, TERMS, deadline()));

        assertThat(settled.isPushed()).isFalse();
        assertThat(redis().call("EXISTS", "tg:{school:1234567}:pending")).isEqualTo(0L);
    }

    @Test
    void anAcknowledgedRunWhoseGatewayDiedIsLeftToBePushedAsAHandOver() {
        LaneRun run = run(admit("a", "first"));
        chat.await(() -> store().acknowledge(run, TERMS));
        chat.clock().advance(ConversationHarness.LEASE);
        assertThat(sweep()).isEqualTo(1);
        JsonObject pending = new JsonObject(String.valueOf(redis().call("LINDEX", "tg:{school:1234567}:pending", "0")));
        assertThat(pending.getString("outcome")).isEqualTo("escalated");
        assertThatThrownBy(() -> chat.await(() -> store().acknowledge(run, TERMS)))
                .hasMessageContaining("taken over");
        assertThatThrownBy(() -> settle(run)).hasMessageContaining("taken over");
    }

    @Test
    void aMessageThatLeavesTwiceIsHandedOverOnce() {
        LaneRun first = run(admit("a", "first"));
        admit("b", "second");
        assertThat(leave("b")).isEqualTo(new Fate.Left(2));
        assertThat(leave("b")).isEqualTo(new Fate.Left(2));
        settle(first);
        assertThat(KeptTurns.of(redis(), "1234567")).hasSize(4);
    }

    @Test
    void aMessageThatIsAdmittedAgainWhileItWaitsWaitsOnce() {
        LaneRun first = run(admit("a", "first"));
        assertThat(admit("b", "second")).isInstanceOf(Admission.Waiting.class);
        assertThat(admit("b", "second")).isInstanceOf(Admission.Waiting.class);
        settle(first);
        assertThat(((Fate.Taken) take("b")).run().entries()).hasSize(1);
    }

    private List<String> texts() {
        return KeptTurns.contacts(redis(), "1234567").stream()
                .map(turn -> turn.getString("text"))
                .toList();
    }

    private int sweep() {
        LaneWatch.Due due = new LaneWatch.Due(CONTACT, "member");
        return chat.await(() -> chat.redisStores().lanes().sweep(due, TERMS, swept -> Future.succeededFuture()))
                .handedOver();
    }

    private Admission admit(String nonce, String text) {
        Arrival arrival = TestArrival.of(CONTACT, nonce, text);
        return chat.await(() -> store().admit(arrival, TERMS, deadline()));
    }

    private static LaneRun run(Admission admission) {
        return ((Running) admission).run();
    }

    private Fate take(String nonce) {
        return chat.await(() -> store().take(CONTACT, nonce, TERMS));
    }

    private Fate leave(String nonce) {
        return chat.await(() -> store().leave(CONTACT, nonce, WITHOUT_PUSH));
    }

    private void settle(LaneRun run) {
        settle(run, Carriage.ANSWERED_OR_PUSHED);
    }

    private void settle(LaneRun run, Carriage carriage) {
        Entry newest = run.entries().get(run.entries().size() - 1);
        AgentTurn turn = new AgentTurn(
                CONTACT,
                "reply" + run.fence(),
                newest.turnId(),
                List.of("reply"),
                Outcome.ANSWERED,
                Optional.empty(),
                Optional.empty());
        chat.await(() -> store().settle(
                        new Settlement(
                                CONTACT, Optional.of(run.fence()), List.of(turn), Map.of(), carriage, Optional.empty()),
                        TERMS,
                        deadline()));
    }

    private ConversationStore store() {
        return chat.redisStores().conversations();
    }

    private static Deadline deadline() {
        return Deadline.after(Duration.ofSeconds(8));
    }
}
