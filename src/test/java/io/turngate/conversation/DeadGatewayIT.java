package io.turngate.conversation;

import static io.turngate.testing.LaneNode.get;
import static io.turngate.testing.RecordingRunner.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.conversation.Message.Media;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.runner.RunnerReply;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.LaneNode;
import io.turngate.testing.RecordingRunner;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A gateway dies or sleeps with messages in flight; another one looks after them. */
class DeadGatewayIT {

    private static final Duration LEASE = Duration.ofMillis(1_500);
    private static final Duration DEADLINE = Duration.ofSeconds(8);
    private static final Duration HEALED = LEASE.plusSeconds(2);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private final List<LaneNode> nodes = new ArrayList<>();
    private final Promise<RunnerReply> stuck = Promise.promise();
    private final RecordingRunner hanging = new RecordingRunner().answering(request -> stuck.future());
    private final RecordingRunner quick = new RecordingRunner();

    @AfterEach
    void closeAll() {
        nodes.forEach(LaneNode::close);
    }

    private LaneNode node(String name, RecordingRunner runner) {
        LaneNode node =
                new LaneNode(new LaneNode.Setup(name, redis.uri(), new TestRules().build(), LEASE, DEADLINE), runner);
        nodes.add(node);
        return node.sweeping();
    }

    private void kill(LaneNode node) {
        nodes.remove(node);
        node.close();
    }

    @Test
    void whatADeadGatewayHadInFlightAndWaitingIsHandedOverOnceAndNoLaneIsStuck() {
        LaneNode dying = node("dying", hanging);
        LaneNode living = node("living", quick);
        living.pushes().open(true);
        IntStream.range(0, 10).forEach(i -> dying.post("c" + i, "in flight"));
        IntStream.range(0, 5).forEach(i -> dying.post("c0", "waiting " + i));
        await().until(() -> hanging.requests().size() == 10);
        await().until(() -> Long.valueOf(10).equals(redis.call("ZCARD", "tg:lanes")));
        kill(dying);

        await().atMost(HEALED.plus(DEADLINE)).until(() -> living.listener().takenOverCount() == 15);

        for (int i = 0; i < 10; i++) {
            assertThat(KeptTurns.agents(redis, "c" + i))
                    .hasSize(i == 0 ? 6 : 1)
                    .allSatisfy(turn -> assertThat(turn.getString("reason")).isEqualTo("state_unavailable"));
            assertThat(KeptTurns.contacts(redis, "c" + i)).hasSize(i == 0 ? 6 : 1);
            assertThat(redis.call("LLEN", "tg:{school:c" + i + "}:pending")).isEqualTo(i == 0 ? 6L : 1L);
        }
        await().until(() -> Long.valueOf(0).equals(redis.call("ZCARD", "tg:lanes")));
        assertThat(RedisScan.keys(redis)).noneMatch(key -> key.endsWith(":lane"));
        living.pushes().open(false);
        Answer after = get(living.post("c3", "hello again"));
        assertThat(after.outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(after.turn()).isEqualTo(2);
    }

    @Test
    void aMessageThatWaitsElsewhereIsAnsweredWhenTheDeadGatewaysLeaseRunsOut() {
        LaneNode dying = node("dying", hanging);
        LaneNode living = node("living", quick);
        dying.post("c", "in flight");
        await().until(() -> hanging.requests().size() == 1);
        Future<Answer> waiting = living.post("c", "waiting");
        kill(dying);
        Answer answer = get(waiting);
        assertThat(answer.texts()).containsExactly("re: waiting");
        assertThat(answer.turn()).isEqualTo(2);
        assertThat(answer.history()).isEqualTo(2);
    }

    @Test
    void aLateSettlementIsRefusedAfterTheLeaseWasTakenOver() {
        LaneNode sleeping = node("sleeping", hanging);
        LaneNode living = node("living", quick);
        Future<Answer> late = sleeping.post("c", "first");
        await().until(() -> hanging.requests().size() == 1);
        await().atMost(HEALED).until(() -> !KeptTurns.agents(redis, "c").isEmpty());
        assertThat(get(living.post("c", "second")).outcome()).isEqualTo(Outcome.ANSWERED);

        stuck.complete(says("far too late"));

        assertThat(get(late).reason()).contains(Reason.STATE_UNAVAILABLE);
        assertThat(KeptTurns.of(redis, "c"))
                .extracting(turn -> turn.getString("text"))
                .containsExactly("first", TestRules.ESCALATION, "second", "re: second");
    }

    @Test
    void aSecondDeliveryAfterTheLeaseRanOutTakesTheMessageOverAndDoesNotCountItAgain() {
        LaneNode dying = new LaneNode(
                new LaneNode.Setup("dying", redis.uri(), new TestRules().build(), LEASE, DEADLINE), hanging);
        LaneNode living = new LaneNode(
                new LaneNode.Setup("living", redis.uri(), new TestRules().build(), LEASE, DEADLINE), quick);
        nodes.add(living);
        dying.post("c", "hello");
        await().until(() -> hanging.requests().size() == 1);
        dying.close();
        await().pollDelay(LEASE.plusMillis(100)).until(() -> true);

        Answer again = get(living.post(ConversationHarness.message("c", "hello", Media.NONE), () -> true));

        assertThat(again.outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(again.turn()).isEqualTo(1);
        assertThat(again.texts()).containsExactly("re: hello");
        assertThat(again.history()).isZero();
        assertThat(KeptTurns.of(redis, "c")).hasSize(2);
    }

    @Test
    void aSecondDeliveryOfWhatWasHandedOverGetsThatAnswer() {
        LaneNode dying = node("dying", hanging);
        LaneNode living = node("living", quick);
        dying.post("c", "hello");
        await().until(() -> hanging.requests().size() == 1);
        await().until(() -> Long.valueOf(1).equals(redis.call("ZCARD", "tg:lanes")));
        kill(dying);
        await().atMost(HEALED).until(() -> living.listener().takenOverCount() == 1);
        Answer again = get(living.post("c", "hello"));
        assertThat(again.outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(again.texts()).containsExactly(TestRules.ESCALATION);
        assertThat(KeptTurns.contacts(redis, "c")).hasSize(1);
    }

    @Test
    void whatIsStillToBePushedSaysWhichTurnAndWhy() {
        LaneNode dying = node("dying", hanging);
        LaneNode living = node("living", quick);
        living.pushes().open(true);
        dying.post("c", "hello");
        await().until(() -> Long.valueOf(1).equals(redis.call("ZCARD", "tg:lanes")));
        kill(dying);
        await().atMost(HEALED).until(() -> living.listener().takenOverCount() == 1);
        JsonObject pending = new JsonObject(
                String.valueOf(Objects.requireNonNull(redis.call("LINDEX", "tg:{school:c}:pending", "0"))));
        assertThat(pending.getString("turn"))
                .isEqualTo(KeptTurns.agents(redis, "c").get(0).getString("id"));
        assertThat(pending.getString("outcome")).isEqualTo("escalated");
        assertThat(pending.getJsonArray("texts")).containsExactly(TestRules.ESCALATION);
        assertThat(pending.getString("channel")).isEqualTo("whatsapp");
        assertThat(living.pushes().told()).containsExactly(ConversationHarness.contact("c"));
    }

    @Test
    void redisRestartedInTheMiddleOfARunLosesNothingAndTheLaneIsFreeAtOnce() {
        LaneNode node = node("living", hanging);
        Future<Answer> first = node.post("c", "first");
        await().until(() -> hanging.requests().size() == 1);
        redis.stop();
        stuck.complete(says("the answer"));
        assertThat(get(first).reason()).contains(Reason.STATE_UNAVAILABLE);
        redis.start();

        await().atMost(Duration.ofSeconds(5))
                .until(() -> get(node.post("other", "hello")).outcome() == Outcome.ANSWERED);
        Answer answer = get(node.post("c", "again"));

        assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(answer.turn()).isEqualTo(2);
        assertThat(KeptTurns.of(redis, "c"))
                .extracting(turn -> turn.getString("text"))
                .startsWith("first", TestRules.ESCALATION, "again");
    }

    @Test
    void aMessageWhoseAdmissionWasLostDoesNotHoldTheLane() {
        LaneNode node = node("living", quick);
        get(node.post("c", "before"));
        redis.suspend();
        Future<Answer> lost = node.post("c", "lost");
        assertThat(get(lost).reason()).contains(Reason.STATE_UNAVAILABLE);
        redis.resume();
        await().atMost(Duration.ofSeconds(5))
                .until(() -> get(node.post("other", "hello")).outcome() != Outcome.ESCALATED);
        assertThat(get(node.post("c", "again")).outcome()).isEqualTo(Outcome.ANSWERED);
    }
}
