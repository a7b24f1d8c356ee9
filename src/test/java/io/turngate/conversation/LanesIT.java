package io.turngate.conversation;

import static io.turngate.testing.LaneNode.get;
import static io.turngate.testing.RecordingRunner.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Turn;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerRequest;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.LaneNode;
import io.turngate.testing.RecordingRunner;
import io.turngate.testing.RedisMonitor;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One contact's messages run one after the other, across gateways. */
class LanesIT {

    private static final String CONTACT = "77";
    private static final Duration LEASE = Duration.ofSeconds(38);
    private static final Duration DEADLINE = Duration.ofSeconds(8);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private final Vertx timers = Vertx.vertx();
    private final List<LaneNode> nodes = new ArrayList<>();
    private final RecordingRunner runner = new RecordingRunner().answering(this::afterAWhile);
    private volatile Duration thinking = Duration.ofMillis(150);

    @AfterEach
    void closeAll() {
        nodes.forEach(LaneNode::close);
        get(timers.close());
    }

    private Future<RunnerReply> afterAWhile(RunnerRequest request) {
        Promise<RunnerReply> promise = Promise.promise();
        RunnerReply reply = says("re: " + String.join(" + ", request.messages()));
        timers.setTimer(thinking.toMillis(), timer -> promise.complete(reply));
        return promise.future();
    }

    private LaneNode node(String name, TestRules rules) {
        return node(name, rules, DEADLINE);
    }

    private LaneNode node(String name, TestRules rules, Duration deadline) {
        LaneNode node = new LaneNode(new LaneNode.Setup(name, redis.uri(), rules.build(), LEASE, deadline), runner);
        nodes.add(node);
        return node;
    }

    @Test
    void twentyMessagesAtOnceThroughTwoGatewaysRunOneAfterTheOther() {
        LaneNode left = node("left", new TestRules());
        LaneNode right = node("right", new TestRules());

        List<Answer> answers = get(Future.all(IntStream.rangeClosed(1, 20)
                        .mapToObj(i -> (i % 2 == 0 ? left : right).post(CONTACT, "message " + i))
                        .toList()))
                .list();

        assertThat(answers.stream().map(Answer::turn))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 20).boxed().toList());
        assertThat(answers).extracting(Answer::outcome).containsOnly(Outcome.ANSWERED, Outcome.SILENT);
        assertThat(answers.stream().filter(answer -> answer.outcome() == Outcome.ANSWERED))
                .hasSameSizeAs(runner.requests());
        assertThat(KeptTurns.contacts(redis, CONTACT)).hasSize(20);
        assertThat(KeptTurns.agents(redis, CONTACT)).hasSameSizeAs(runner.requests());
        assertThatHistoriesFormOneChain();
        assertThat(RedisScan.keys(redis)).noneMatch(key -> key.endsWith(":lane"));
    }

    /** What each run saw and answered is, in this order, what is kept; the window cuts it at ten. */
    private void assertThatHistoriesFormOneChain() {
        List<String> kept = new ArrayList<>();
        for (RunnerRequest request : runner.requests()) {
            List<String> window = kept.subList(Math.max(0, kept.size() - 10), kept.size());
            assertThat(request.history().stream().map(Turn::text)).containsExactlyElementsOf(window);
            kept.addAll(request.messages());
            kept.add("re: " + String.join(" + ", request.messages()));
        }
        assertThat(KeptTurns.of(redis, CONTACT))
                .extracting(turn -> turn.getString("text"))
                .containsExactlyElementsOf(kept);
    }

    @Test
    void anotherContactDoesNotWait() {
        LaneNode node = node("left", new TestRules());
        thinking = Duration.ofSeconds(2);
        Future<?> busy = Future.all(IntStream.range(0, 10)
                .mapToObj(i -> node.post(CONTACT, "message " + i))
                .toList());
        thinking = Duration.ZERO.plusMillis(1);
        get(node.post("another", "hello"));
        assertThat(busy.isComplete()).isFalse();
        get(busy);
    }

    @Test
    void inABatchKeywordsAndWhatIsOverTheCapEscalateAloneAndTheRestIsAnswered() {
        LaneNode node = node("left", new TestRules().cap(4).keywords("human"));
        Future<Answer> first = node.post(CONTACT, "first");
        List<Future<Answer>> waiting = List.of(
                node.post(CONTACT, "second"),
                node.post(CONTACT, "a human please"),
                node.post(CONTACT, "fourth"),
                node.post(CONTACT, "fifth"));

        assertThat(get(first).texts()).containsExactly("re: first");
        Answer second = get(waiting.get(0));
        Answer human = get(waiting.get(1));
        Answer fourth = get(waiting.get(2));
        Answer fifth = get(waiting.get(3));

        assertThat(second.outcome()).isEqualTo(Outcome.SILENT);
        assertThat(second.texts()).isEmpty();
        assertThat(human.reason()).contains(Reason.KEYWORD);
        assertThat(fourth.texts()).containsExactly("re: second + fourth");
        assertThat(fourth.turn()).isEqualTo(4);
        assertThat(fifth.reason()).contains(Reason.TURN_CAP);
        assertThat(runner.newest().messages()).containsExactly("second", "fourth");
        assertThat(KeptTurns.agents(redis, CONTACT)).hasSize(4);
    }

    @Test
    void aMessageThatCannotStartInTimeLeavesAsBusyRecordedAndCounted() {
        LaneNode patient = node("patient", new TestRules());
        LaneNode hasty = node("hasty", new TestRules(), Duration.ofMillis(300));
        thinking = Duration.ofMillis(1_200);
        Future<Answer> first = patient.post(CONTACT, "first");
        await().until(() -> runner.requests().size() == 1);

        Answer busy = get(hasty.post(CONTACT, "second"));

        assertThat(busy.reason()).contains(Reason.BUSY);
        assertThat(busy.texts()).containsExactly(TestRules.ESCALATION);
        assertThat(busy.turn()).isEqualTo(2);
        assertThat(get(first).texts()).containsExactly("re: first");
        assertThat(KeptTurns.of(redis, CONTACT))
                .extracting(turn -> turn.getString("text"))
                .containsExactly("first", "second", TestRules.ESCALATION, "re: first");
        assertThat(RedisScan.keys(redis)).noneMatch(key -> key.endsWith(":lane"));
    }

    @Test
    void moreThanFiftyWaitingMessagesAreBusyAtOnce() {
        LaneNode node = node("left", new TestRules().cap(1_000));
        thinking = Duration.ofMillis(1_500);
        List<Answer> answers = get(Future.all(IntStream.rangeClosed(1, 60)
                        .mapToObj(i -> node.post(CONTACT, "message " + i))
                        .toList()))
                .list();
        assertThat(answers.stream()
                        .filter(answer ->
                                answer.reason().filter(Reason.BUSY::equals).isPresent()))
                .hasSize(9);
        assertThat(answers.stream().map(Answer::turn))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 60).boxed().toList());
        assertThat(KeptTurns.contacts(redis, CONTACT)).hasSize(60);
    }

    @Test
    void aMessageThatWaitedCostsThreeRoundTripsAndNoPollingInItsOwnProcess() {
        LaneNode node = node("left", new TestRules());
        get(node.post(CONTACT, "so that everything is loaded"));
        thinking = Duration.ofMillis(700);
        try (RedisMonitor monitor = redis.monitor()) {
            Future<Answer> first = node.post(CONTACT, "first");
            Future<Answer> second = node.post(CONTACT, "second");
            get(first);
            get(second);
            assertThat(monitor.clientLines()).hasSize(5);
        }
    }

    @Test
    void waitingForAnotherGatewayCostsAtMostTwoCommandsASecond() {
        LaneNode left = node("left", new TestRules());
        LaneNode right = node("right", new TestRules());
        thinking = Duration.ofMillis(1_900);
        Future<Answer> first = left.post(CONTACT, "first");
        await().until(() -> runner.requests().size() == 1);
        try (RedisMonitor monitor = redis.monitor()) {
            Future<Answer> second = right.post(CONTACT, "second");
            get(first);
            thinking = Duration.ofMillis(1);
            get(second);
            // Admission, four looks in two seconds, both settlements.
            assertThat(monitor.clientLines()).hasSizeLessThanOrEqualTo(7);
        }
    }

    @Test
    void turnsStandInTheOrderInWhichTheyWereAdmitted() {
        LaneNode node = node("left", new TestRules());
        List<Future<Answer>> all = IntStream.rangeClosed(1, 8)
                .mapToObj(i -> node.post(CONTACT, "message " + i))
                .toList();
        get(Future.all(all));
        assertThat(KeptTurns.contacts(redis, CONTACT).stream().map(turn -> turn.getString("text")))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 8)
                        .mapToObj(i -> "message " + i)
                        .toList());
        List<JsonObject> turns = KeptTurns.of(redis, CONTACT);
        assertThat(turns.get(1).getString("to")).isEqualTo(turns.get(0).getString("id"));
        assertThat(turns.get(9).getString("to")).isEqualTo(turns.get(8).getString("id"));
    }
}
