package io.turngate.store.redis;

import static io.turngate.testing.RecordingRunner.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.conversation.Answer;
import io.turngate.conversation.Handled;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis dies, hangs and comes back; contacts always get words, and nothing needs help. */
class RedisOutageIT {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    @Test
    void whileRedisIsDeadContactsAreHandedOverAtOnceAndAfterwardsItGoesOnByItself() {
        chat.say("before");
        redis.kill();

        Answer meanwhile = chat.say("meanwhile");

        assertThat(meanwhile.reason()).contains(Reason.STATE_UNAVAILABLE);
        assertThat(meanwhile.texts()).containsExactly(TestRules.ESCALATION);
        assertThat(meanwhile.turn()).isZero();
        assertThat(meanwhile.history()).isZero();

        redis.start();
        await().atMost(PATIENCE).until(() -> chat.say("again").outcome() == Outcome.ANSWERED);
        assertThat(chat.runner().newestHistory()).contains("before", "re: before");
    }

    @Test
    void aRedisThatHangsIsGivenUpAfterItsDeadlineAndWhatItDidNotAnswerIsNotRecordedLater() {
        chat.say("before");
        redis.suspend();
        try {
            List<Handled> meanwhile = chat.await(() -> Future.all(IntStream.range(0, 20)
                            .mapToObj(i -> chat.post(ConversationHarness.CONTACT, "meanwhile"))
                            .toList()))
                    .list();
            assertThat(meanwhile)
                    .allSatisfy(handled -> assertThat(handled.answer().reason()).contains(Reason.STATE_UNAVAILABLE));
        } finally {
            redis.resume();
        }
        await().atMost(PATIENCE).until(() -> chat.say("after").outcome() == Outcome.ANSWERED);
        assertThat(String.valueOf(redis.call("ZRANGE", "tg:{school:1234567}:turns", "0", "-1")))
                .contains("before", "after")
                .doesNotContain("meanwhile");
    }

    @Test
    void aConnectionThatIsCutUnderAMessageIsMadeAgainAndTheMessageCountsOnce() {
        chat.say("one");
        redis.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
        Answer answer = chat.say("two");
        assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(answer.turn()).isEqualTo(2);
        assertThat(redis.call("ZCARD", "tg:{school:1234567}:turns")).isEqualTo(4L);
    }

    @Test
    void anAnswerWhoseTurnCannotBeKeptDoesNotLeave() {
        chat.runner().answering(request -> {
            redis.kill();
            return Future.succeededFuture(says("never shown"));
        });
        Answer answer = chat.say("hello");
        assertThat(answer.reason()).contains(Reason.STATE_UNAVAILABLE);
        assertThat(answer.texts()).containsExactly(TestRules.ESCALATION);
        redis.start();
    }

    @Test
    void aRedisThatHangsIsNoticedThoughNobodyAsksAnything() {
        chat.say("before");
        redis.suspend();
        try {
            await().atMost(PATIENCE).until(() -> chat.linkEvents().contains("down"));
        } finally {
            redis.resume();
        }
        await().atMost(PATIENCE).until(() -> chat.linkEvents().endsWith("up"));
    }
}
