package io.turngate.conversation;

import static io.turngate.testing.LaneNode.get;
import static io.turngate.testing.RecordingRunner.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.conversation.Message.Media;
import io.turngate.core.ContactId;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerRequest;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.LaneNode;
import io.turngate.testing.RecordingRunner;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The same webhook more than once. */
class DuplicatesIT {

    private static final String CONTACT = "77";
    private static final String FRESH =
            OffsetDateTime.now(ZoneOffset.ofHours(5)).toString();
    private static final String STALE = "2024-01-01T10:00:00+00:00";

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private final Vertx timers = Vertx.vertx();
    private final List<LaneNode> nodes = new ArrayList<>();
    private final RecordingRunner runner = new RecordingRunner().answering(this::afterAWhile);
    private volatile Duration thinking = Duration.ofMillis(1);

    @AfterEach
    void closeAll() {
        nodes.forEach(LaneNode::close);
        get(timers.close());
    }

    private Future<RunnerReply> afterAWhile(RunnerRequest request) {
        Promise<RunnerReply> promise = Promise.promise();
        timers.setTimer(thinking.toMillis(), timer -> promise.complete(says("re: " + request.messages())));
        return promise.future();
    }

    private LaneNode node(String name) {
        return node(name, new TestRules());
    }

    private LaneNode node(String name, TestRules rules) {
        LaneNode node = new LaneNode(
                new LaneNode.Setup(name, redis.uri(), rules.build(), Duration.ofSeconds(38), Duration.ofSeconds(8)),
                runner);
        nodes.add(node);
        return node;
    }

    private static Message message(String text, @Nullable String stamp, @Nullable String messageId) {
        return new Message(
                new ContactId(CONTACT),
                text,
                Media.NONE,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.ofNullable(stamp),
                Optional.ofNullable(messageId),
                Optional.empty());
    }

    private static Answer post(LaneNode node, Message message) {
        return get(node.post(message, () -> true));
    }

    @Test
    void afterwardsTheSameAnswerIsGivenAgainWithoutActionsAndWithoutCounting() {
        LaneNode left = node("left");
        LaneNode right = node("right");
        Answer first = post(left, message("hello", null, null));

        Answer second = post(right, message("hello", null, null));

        assertThat(second.outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(second.escalated()).isFalse();
        assertThat(second.texts()).isEqualTo(first.texts());
        assertThat(second.turn()).isEqualTo(first.turn());
        assertThat(second.turnsLeft()).isEqualTo(first.turnsLeft());
        assertThat(runner.requests()).hasSize(1);
        assertThat(KeptTurns.of(redis, CONTACT)).hasSize(2);
        assertThat(right.listener().replayedCount()).isEqualTo(1);
        assertThat(post(right, message("another", null, null)).turn()).isEqualTo(2);
    }

    @Test
    void aReplayOfAHandOverSaysItsReason() {
        LaneNode node = node("left", new TestRules().keywords("human"));
        post(node, message("human", null, null));
        Answer second = post(node, message("human", null, null));
        assertThat(second.outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(second.reason()).contains(Reason.KEYWORD);
        assertThat(second.texts()).containsExactly(TestRules.ESCALATION);
    }

    @Test
    void togetherTheSecondIsSilentOnceTheFirstIsAnswered() {
        LaneNode left = node("left");
        LaneNode right = node("right");
        thinking = Duration.ofMillis(400);
        Future<Answer> first = left.post(message("hello", FRESH, null), () -> true);
        await().until(() -> runner.requests().size() == 1);

        Future<Answer> here = left.post(message("hello", FRESH, null), () -> true);
        Future<Answer> elsewhere = right.post(message("hello", FRESH, null), () -> true);

        assertThat(get(first).texts()).isNotEmpty();
        for (Future<Answer> second : List.of(here, elsewhere)) {
            assertThat(get(second).outcome()).isEqualTo(Outcome.DUPLICATE);
            assertThat(get(second).texts()).isEmpty();
            assertThat(get(second).turn()).isEqualTo(1);
        }
        assertThat(runner.requests()).hasSize(1);
    }

    @Test
    void aSecondWhoseFirstCallerHungUpGetsTheAnswer() {
        LaneNode left = node("left");
        LaneNode right = node("right");
        thinking = Duration.ofMillis(400);
        AtomicBoolean isWaiting = new AtomicBoolean(true);
        Future<Answer> first = left.post(message("hello", null, null), isWaiting::get);
        await().until(() -> runner.requests().size() == 1);
        Future<Answer> here = left.post(message("hello", null, null), () -> true);
        Future<Answer> elsewhere = right.post(message("hello", null, null), () -> true);
        isWaiting.set(false);
        get(first);
        assertThat(get(here).texts()).isEqualTo(get(first).texts());
        assertThat(get(elsewhere).texts()).isEqualTo(get(first).texts());
        assertThat(runner.requests()).hasSize(1);
    }

    @Test
    void aCallerWhoIsGoneBeforeTheRunBeginsFindsTheAnswerWhenItComesAgain() {
        LaneNode node = node("left");
        Answer unheard = get(node.post(message("hello", null, null), () -> false));
        assertThat(unheard.outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(post(node, message("hello", null, null)).texts()).isEqualTo(unheard.texts());
    }

    @Test
    void aGenuineSecondMessageOutsideTheWindowIsAnswered() {
        LaneNode node = node("left", new TestRules().duplicateSeconds(1));
        post(node, message("yes", null, null));
        await().pollDelay(Duration.ofMillis(1_050)).until(() -> true);
        assertThat(post(node, message("yes", null, null)).turn()).isEqualTo(2);
    }

    @Test
    void withoutAWindowNothingIsADuplicate() {
        LaneNode node = node("left", new TestRules().duplicateSeconds(0));
        post(node, message("yes", null, null));
        assertThat(post(node, message("yes", null, null)).turn()).isEqualTo(2);
    }

    @Test
    void aFreshStampIsRememberedLongerThanTheWindow() {
        LaneNode node = node("left", new TestRules().duplicateSeconds(1));
        post(node, message("yes", FRESH, null));
        await().pollDelay(Duration.ofMillis(1_050)).until(() -> true);
        assertThat(post(node, message("yes", FRESH, null)).outcome()).isEqualTo(Outcome.DUPLICATE);
    }

    @Test
    void aStaleStampIsRememberedForTheWindowOnly() {
        LaneNode node = node("left", new TestRules().duplicateSeconds(1));
        post(node, message("yes", STALE, null));
        assertThat(post(node, message("yes", STALE, null)).outcome()).isEqualTo(Outcome.DUPLICATE);
        await().pollDelay(Duration.ofMillis(1_050)).until(() -> true);
        assertThat(post(node, message("yes", STALE, null)).turn()).isEqualTo(2);
    }

    @Test
    void differentStampsAreDifferentMessagesAndAMissingOneMatchesAny() {
        LaneNode node = node("left");
        String later = OffsetDateTime.parse(FRESH).plusSeconds(3).toString();
        post(node, message("yes", FRESH, null));
        assertThat(post(node, message("yes", later, null)).turn()).isEqualTo(2);
        assertThat(post(node, message("yes", null, null)).outcome()).isEqualTo(Outcome.DUPLICATE);
    }

    @Test
    void aMessageIdDecidesAlone() {
        LaneNode node = node("left", new TestRules().duplicateSeconds(1));
        post(node, message("yes", null, "m1"));
        assertThat(post(node, message("yes", null, "m2")).turn()).isEqualTo(2);
        await().pollDelay(Duration.ofMillis(1_050)).until(() -> true);
        assertThat(post(node, message("yes", null, "m1")).outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat((Long) redis.call("PTTL", claimOfTheFirst())).isBetween(86_000_000L, 86_400_000L);
    }

    private static String claimOfTheFirst() {
        List<?> oldest =
                (List<?>) Objects.requireNonNull(redis.call("ZRANGE", "tg:{school:" + CONTACT + "}:turns", "0", "0"));
        String id = new JsonObject(String.valueOf(oldest.get(0))).getString("id");
        String nonce = id.substring(id.indexOf('-') + 1);
        return RedisScan.keys(redis).stream()
                .filter(key -> key.contains(":dup:"))
                .filter(key -> String.valueOf(redis.call("GET", key)).contains("\"nonce\":\"" + nonce + '"'))
                .max(Comparator.comparing(key -> (Long) redis.call("PTTL", key)))
                .orElseThrow(() -> new AssertionError("no claim of " + id));
    }

    @Test
    void aMessageThatWasAnsweredTogetherWithANewerOneStaysSilent() {
        LaneNode node = node("left");
        thinking = Duration.ofMillis(200);
        Future<?> all = Future.all(
                node.post(message("a", null, null), () -> true),
                node.post(message("b", null, null), () -> true),
                node.post(message("c", null, null), () -> true));
        get(all);
        Answer again = post(node, message("b", null, null));
        assertThat(again.outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(again.texts()).isEmpty();
        assertThat(again.turn()).isEqualTo(2);
    }

    @Test
    void aStampBeyondAllCalendarsTellsMessagesApartButNotForLong() {
        LaneNode node = node("left");
        String beyond = "+999999999-12-31T23:59:59Z";
        assertThat(post(node, message("yes", beyond, null)).outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(post(node, message("yes", beyond, null)).outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(post(node, message("yes", STALE, null)).turn()).isEqualTo(2);
        assertThat(node.inFlight()).isZero();
    }
}
