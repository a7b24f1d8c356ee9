package io.turngate.conversation;

import static io.turngate.testing.LaneNode.get;
import static io.turngate.testing.RecordingRunner.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Replies that outlast their requests: callers are told so, and the words are left to be pushed. */
class LateRepliesIT {

    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final Duration DEADLINE = Duration.ofMillis(600);
    private static final String PENDING = "tg:{school:c}:pending";
    private static final String ACKNOWLEDGEMENT =
            new TestRules().build().messages().acknowledgement();

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private final List<LaneNode> nodes = new ArrayList<>();
    private final BlockingQueue<Promise<RunnerReply>> asked = new LinkedBlockingQueue<>();
    private final RecordingRunner runner = new RecordingRunner().answering(request -> {
        Promise<RunnerReply> reply = Promise.promise();
        asked.add(reply);
        return reply.future();
    });

    @AfterEach
    void closeAll() {
        nodes.forEach(LaneNode::close);
    }

    private LaneNode node(String name) {
        return node(name, new TestRules());
    }

    private LaneNode node(String name, TestRules rules) {
        LaneNode node = new LaneNode(new LaneNode.Setup(name, redis.uri(), rules.build(), LEASE, DEADLINE), runner);
        node.pushes().open(true);
        nodes.add(node);
        return node.sweeping();
    }

    private void theRunnerSays(String... texts) throws InterruptedException {
        asked.take().complete(says(texts));
    }

    private static List<JsonObject> pending() {
        return ((List<?>) Objects.requireNonNull(redis.call("LRANGE", PENDING, "0", "-1")))
                .stream().map(item -> new JsonObject(String.valueOf(item))).toList();
    }

    private static List<Object> pendingTexts() {
        return pending().stream()
                .flatMap(item -> item.getJsonArray("texts").stream())
                .toList();
    }

    private static void awaitFreeLane() {
        await().until(() -> RedisScan.keys(redis).stream().noneMatch(key -> key.endsWith("{school:c}:lane")));
    }

    @Test
    void aCallerWhoWouldWaitTooLongIsToldSoAndTheReplyIsLeftToBePushed() throws InterruptedException {
        LaneNode node = node("left");
        Answer answer = get(node.post("c", "hello"));
        assertThat(answer.outcome()).isEqualTo(Outcome.ACKNOWLEDGED);
        assertThat(answer.texts()).containsExactly(ACKNOWLEDGEMENT);
        assertThat(answer.turn()).isEqualTo(1);
        assertThat(KeptTurns.agents(redis, "c")).isEmpty();
        assertThat(pending()).isEmpty();

        theRunnerSays("one", "two");
        awaitFreeLane();

        JsonObject agents = KeptTurns.agents(redis, "c").get(0);
        assertThat(agents.getString("text")).isEqualTo("one\n\ntwo");
        assertThat(agents.getBoolean("pushed")).isTrue();
        assertThat(pending()).singleElement().satisfies(item -> {
            assertThat(item.getString("turn")).isEqualTo(agents.getString("id"));
            assertThat(item.getString("to")).isEqualTo(agents.getString("to"));
            assertThat(item.getJsonArray("texts")).containsExactly("one", "two");
            assertThat(item.getString("channel")).isEqualTo("whatsapp");
            assertThat(item.getString("outcome")).isEqualTo("answered");
        });
        assertThat(node.pushes().told()).containsExactly(ConversationHarness.contact("c"));
    }

    @Test
    void aRunnerThatIsAbortedEndsInAnEscalationThatIsPushed() {
        LaneNode node = node("left");
        assertThat(get(node.post("c", "hello")).outcome()).isEqualTo(Outcome.ACKNOWLEDGED);
        awaitFreeLane();
        assertThat(pending()).singleElement().satisfies(item -> {
            assertThat(item.getString("outcome")).isEqualTo("escalated");
            assertThat(item.getString("reason")).isEqualTo("model_timeout");
            assertThat(item.getJsonArray("texts")).containsExactly(TestRules.ESCALATION);
        });
    }

    @Test
    void withoutAWayToPushTheRunnerIsGivenUpAndTheAnswerEscalates() {
        LaneNode node = node("left");
        node.pushes().open(false);
        Answer answer = get(node.post("c", "hello"));
        assertThat(answer.reason()).contains(Reason.MODEL_TIMEOUT);
        assertThat(pending()).isEmpty();
    }

    @Test
    void aContactWhomNoPushCanReachIsNotToldThatTheAnswerComesLater() {
        LaneNode node = node("left");
        node.pushes().cannotReach("odd");
        assertThat(get(node.post("odd", "hello")).reason()).contains(Reason.MODEL_TIMEOUT);
    }

    @Test
    void aReplyInTimeIsAnsweredAndNothingIsPushed() throws InterruptedException {
        LaneNode node = node("left");
        Future<Answer> answer = node.post("c", "hello");
        theRunnerSays("here");
        assertThat(get(answer).texts()).containsExactly("here");
        assertThat(pending()).isEmpty();
        assertThat(node.pushes().told()).isEmpty();
    }

    @Test
    void aReplyNeverOvertakesOneThatIsStillToBePushed() throws InterruptedException {
        LaneNode node = node("left");
        get(node.post("c", "first"));
        theRunnerSays("late");
        awaitFreeLane();
        Future<Answer> second = node.post("c", "second");
        theRunnerSays("quick");
        assertThat(get(second).outcome()).isEqualTo(Outcome.ACKNOWLEDGED);
        assertThat(get(second).turn()).isEqualTo(2);
        assertThat(pendingTexts()).containsExactly("late", "quick");
    }

    @Test
    void whoAsksAgainIsToldTheSameWhileTheReplyIsOnItsWayAndNothingOnceItIsPushed() throws InterruptedException {
        LaneNode node = node("left");
        get(node.post("c", "hello"));
        Answer again = get(node.post("c", "hello"));
        assertThat(again.outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(again.texts()).containsExactly(ACKNOWLEDGEMENT);
        theRunnerSays("late");
        awaitFreeLane();
        Answer after = get(node.post("c", "hello"));
        assertThat(after.outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(after.texts()).isEmpty();
        assertThat(after.turn()).isEqualTo(1);
        assertThat(pendingTexts()).containsExactly("late");
    }

    @Test
    void aMessageThatCannotStartInTimeIsToldSoStaysAndIsPushed() throws InterruptedException {
        LaneNode node = node("left");
        Future<Answer> first = node.post("c", "first");
        await().until(() -> !asked.isEmpty());
        Answer second = get(node.post("c", "second"));
        assertThat(second.outcome()).isEqualTo(Outcome.ACKNOWLEDGED);
        assertThat(second.turn()).isEqualTo(2);
        assertThat(get(first).outcome()).isEqualTo(Outcome.ACKNOWLEDGED);
        theRunnerSays("re: first");
        theRunnerSays("re: second");
        awaitFreeLane();
        assertThat(pendingTexts()).containsExactly("re: first", "re: second");
        assertThat(KeptTurns.of(redis, "c"))
                .extracting(turn -> turn.getString("text"))
                .containsExactly("first", "re: first", "second", "re: second");
    }

    @Test
    void anOpenRequestCarriesWhatWasToBePushedForAnEarlierOne() throws InterruptedException {
        LaneNode node = node("left", new TestRules().keywords("human"));
        get(node.post("c", "first"));
        get(node.post("c", "a human please"));
        Future<Answer> third = node.post("c", "third");
        theRunnerSays("re: first");
        await().until(() -> !asked.isEmpty() || third.isComplete());
        theRunnerSays("re: third");
        // The reply to the first is still to be pushed, so what follows goes behind it.
        assertThat(get(third).outcome()).isEqualTo(Outcome.ACKNOWLEDGED);
        assertThat(pendingTexts()).containsExactly("re: first", TestRules.ESCALATION, "re: third");
    }

    @Test
    void aMessageOnAnotherGatewayIsToldSoToo() throws InterruptedException {
        LaneNode left = node("left");
        LaneNode right = node("right");
        Future<Answer> first = left.post("c", "first");
        await().until(() -> !asked.isEmpty());
        Answer second = get(right.post("c", "second"));
        assertThat(second.outcome()).isEqualTo(Outcome.ACKNOWLEDGED);
        assertThat(get(first).outcome()).isEqualTo(Outcome.ACKNOWLEDGED);
        theRunnerSays("re: first");
        theRunnerSays("re: second");
        awaitFreeLane();
        assertThat(pendingTexts()).containsExactly("re: first", "re: second");
        assertThat(right.pushes().told()).isNotEmpty();
    }

    @Test
    void whatAGatewayThatDiedHadAcknowledgedIsHandedOverByPush() {
        LaneNode dying = node("dying");
        LaneNode living = node("living");
        get(dying.post("c", "first"));
        get(dying.post("c", "second"));
        nodes.remove(dying);
        dying.close();
        await().atMost(Duration.ofSeconds(15)).until(() -> pending().size() == 2);
        assertThat(pending()).allSatisfy(item -> {
            assertThat(item.getString("outcome")).isEqualTo("escalated");
            assertThat(item.getString("reason")).isEqualTo("state_unavailable");
        });
        assertThat(living.pushes().told()).contains(ConversationHarness.contact("c"));
        assertThat(KeptTurns.contacts(redis, "c")).hasSize(2);
    }

    @Test
    void aReplyDoesNotWaitForAHandOverThatHasNoWords() throws InterruptedException {
        LaneNode node = node("left");
        redis.call("RPUSH", PENDING, "{\"texts\":[],\"outcome\":\"escalated\",\"reason\":\"keyword\"}");
        Future<Answer> answer = node.post("c", "hello");
        theRunnerSays("here");
        assertThat(get(answer).texts()).containsExactly("here");
        assertThat(pending()).hasSize(1);
    }

    @Test
    void whatACallerWasPromisedIsKeptThoughNothingCanBePushedWhenItsGatewayIsMissed() {
        LaneNode dying = node("dying");
        LaneNode living = node("living");
        get(dying.post("c", "first"));
        get(dying.post("c", "second"));
        nodes.remove(dying);
        dying.close();
        living.pushes().open(false);
        await().atMost(Duration.ofSeconds(15)).until(() -> pending().size() == 2);
    }

    @Test
    void wordsOfADeadGatewayAreNotForgottenIfTheOutboxCannotBeReachedJustThen() {
        LaneNode dying = node("dying");
        LaneNode living = node("living");
        get(dying.post("c", "first"));
        nodes.remove(dying);
        dying.close();
        living.pushes().refuse(1);
        await().atMost(Duration.ofSeconds(15))
                .until(() -> living.pushes().told().contains(ConversationHarness.contact("c")));
        await().until(() -> Long.valueOf(0).equals(redis.call("ZCARD", "tg:lanes")));
    }

    @Test
    void theOutboxIsToldOfWordsHoweverLongItCannotBeReached() throws InterruptedException {
        Duration lease = Duration.ofMillis(1_500);
        LaneNode node =
                new LaneNode(new LaneNode.Setup("left", redis.uri(), new TestRules().build(), lease, DEADLINE), runner);
        nodes.add(node);
        node.pushes().open(true);
        get(node.post("c", "hello"));
        node.pushes().refuse(5);
        theRunnerSays("late");
        await().until(() -> node.pushes().told().contains(ConversationHarness.contact("c")));
    }

    @Test
    void aReplyThatIsReadyWhileRedisIsAwayIsKeptOnceItIsBack() throws InterruptedException {
        LaneNode node = node("left");
        get(node.post("c", "hello"));
        redis.stop();
        theRunnerSays("late");
        redis.start();
        awaitFreeLane();
        assertThat(pendingTexts()).containsExactly("late");
    }
}
