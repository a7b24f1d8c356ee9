package io.turngate.conversation;

import static io.turngate.testing.LaneNode.get;
import static io.turngate.testing.RecordingRunner.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.runner.RunnerReply;
import io.turngate.store.Admission;
import io.turngate.store.LaneRun;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.LaneNode;
import io.turngate.testing.RecordingRunner;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What Redis did is not learnt, or cannot be understood: nobody stays without an answer and no lane is stuck. */
class LostRepliesIT {

    private static final String CONTACT = "77";
    private static final Duration LEASE = Duration.ofSeconds(38);

    /** What an answer may take beyond its deadline. */
    private static final Duration TOLERANCE = Duration.ofMillis(1_300);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private final List<LaneNode> nodes = new ArrayList<>();
    private final Promise<RunnerReply> firstReply = Promise.promise();
    private final RecordingRunner runner = new RecordingRunner()
            .answering(request -> request.messages().contains("first")
                    ? firstReply.future()
                    : Future.succeededFuture(says("re: " + String.join(" + ", request.messages()))));

    @AfterEach
    void closeAll() {
        nodes.forEach(LaneNode::close);
    }

    private LaneNode node(String name, Duration deadline) {
        LaneNode node =
                new LaneNode(new LaneNode.Setup(name, redis.uri(), new TestRules().build(), LEASE, deadline), runner);
        nodes.add(node);
        return node;
    }

    private static void awaitWaiting(int messages) {
        await().until(() -> laneFields() == messages);
    }

    private static long laneFields() {
        return ((List<?>) Objects.requireNonNull(redis.call("HKEYS", "tg:{school:" + CONTACT + "}:lane")))
                .stream()
                        .filter(field -> String.valueOf(field).startsWith("w:"))
                        .count();
    }

    private static boolean isLaneFree() {
        return RedisScan.keys(redis).stream().noneMatch(key -> key.endsWith(":lane"));
    }

    @Test
    void aRunWhoseReplyWasLostIsGivenAgainAndNobodyNotices() {
        LaneNode node = node("left", Duration.ofSeconds(8));
        Future<Answer> first = node.post(CONTACT, "first");
        await().until(() -> runner.requests().size() == 1);
        Future<Answer> second = node.post(CONTACT, "second");
        Future<Answer> third = node.post(CONTACT, "third");
        awaitWaiting(2);
        node.store().loseTakes(1);

        firstReply.complete(says("re: first"));

        assertThat(get(first).texts()).containsExactly("re: first");
        assertThat(get(third).texts()).containsExactly("re: second + third");
        assertThat(get(third).history()).isEqualTo(2);
        assertThat(get(second).outcome()).isEqualTo(Outcome.SILENT);
        assertThat(KeptTurns.contacts(redis, CONTACT)).hasSize(3);
        assertThat(isLaneFree()).isTrue();
    }

    @Test
    void aRunWhoseReplyNeverComesIsHandedOverAtTheDeadlineAndTheLaneIsFree() {
        LaneNode node = node("left", Duration.ofMillis(2_500));
        node.post(CONTACT, "first");
        await().until(() -> runner.requests().size() == 1);
        Future<Answer> second = node.post(CONTACT, "second");
        awaitWaiting(1);
        node.store().loseTakes(1_000);

        firstReply.complete(says("re: first"));

        assertThat(get(second).escalated()).isTrue();
        node.store().loseTakes(0);
        await().atMost(Duration.ofSeconds(1)).until(LostRepliesIT::isLaneFree);
        assertThat(get(node.post(CONTACT, "hello again")).texts()).containsExactly("re: hello again");
    }

    @Test
    void aMessageThatWaitsWhileRedisHangsIsAnsweredAtItsDeadline() {
        Duration deadline = Duration.ofMillis(1_500);
        LaneNode node = node("left", deadline);
        node.post(CONTACT, "first");
        await().until(() -> runner.requests().size() == 1);
        long startNanos = System.nanoTime();
        Future<Answer> second = node.post(CONTACT, "second");
        awaitWaiting(1);
        redis.suspend();

        Answer answer = get(second);

        assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(deadline.plus(TOLERANCE));
        assertThat(answer.escalated()).isTrue();
    }

    @Test
    void aRunThatCannotBeUnderstoodIsHandedOverAndTheLaneIsFree() {
        LaneNode node = node("left", Duration.ofSeconds(8));
        node.store().changeAdmissions(LostRepliesIT::asOfALaterVersion);

        Answer answer = get(node.post(CONTACT, "hello"));

        assertThat(answer.reason()).contains(Reason.STATE_UNAVAILABLE);
        assertThat(node.inFlight()).isZero();
        node.store().changeAdmissions(admission -> admission);
        await().until(LostRepliesIT::isLaneFree);
        assertThat(get(node.post(CONTACT, "again")).texts()).containsExactly("re: again");
    }

    @Test
    void aMessageThatAsksWhileItsAnswerIsOnTheWayInItsOwnGatewayIsNotLost() {
        LaneNode holder = node("holder", Duration.ofSeconds(8));
        LaneNode node = node("left", Duration.ofSeconds(8));
        holder.post(CONTACT, "first");
        await().until(() -> runner.requests().size() == 1);
        Future<Answer> second = node.post(CONTACT, "second");
        await().pollDelay(Duration.ofMillis(200)).until(() -> true);
        Future<Answer> third = node.post(CONTACT, "third");
        awaitWaiting(2);
        node.store().hearOfSettlementsAfter(Duration.ofMillis(700));

        firstReply.complete(says("re: first"));

        assertThat(get(second).outcome()).isEqualTo(Outcome.SILENT);
        assertThat(get(third).texts()).containsExactly("re: second + third");
    }

    private static Admission asOfALaterVersion(Admission admission) {
        LaneRun run = ((Admission.Running) admission).run();
        LaneRun.Entry entry = run.entries().get(0);
        LaneRun.Entry changed = new LaneRun.Entry(
                entry.nonce(),
                entry.turnId(),
                entry.count(),
                entry.openMillis(),
                entry.gateway(),
                "HOLOGRAM",
                entry.text(),
                false);
        return new Admission.Running(
                new LaneRun(
                        run.contact(),
                        run.conversationId(),
                        run.fence(),
                        run.nowMillis(),
                        run.leaseEndsMillis(),
                        List.of(changed),
                        run.history()),
                Admission.BOUND);
    }
}
