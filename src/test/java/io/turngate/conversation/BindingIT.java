package io.turngate.conversation;

import static io.turngate.testing.ConversationHarness.CONTACT;
import static io.turngate.testing.RecordingRunner.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Sha256;
import io.turngate.runner.RunnerReply;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whose history a request may read. */
class BindingIT {

    private static final String TOKEN = "the-contacts-token";
    private static final String HASH = "tg:{school:" + CONTACT + "}:contact";
    private static final String UNBOUND = "tg:{school:" + CONTACT + "}:unbound";

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    @BeforeEach
    void byToken() {
        chat.tenant().token(true);
    }

    private Answer say(String text, Optional<String> token) {
        return chat.await(() -> chat.handle(message(text, token))).answer();
    }

    private static Message message(String text, Optional<String> token) {
        return ConversationHarness.message(CONTACT, text, Message.Media.NONE, token);
    }

    private Answer sayBound(String text) {
        return say(text, Optional.of(TOKEN));
    }

    private Answer sayWithout(String text) {
        return say(text, Optional.empty());
    }

    /** As the delivery of the token leaves it. */
    private static void confirm(String token) {
        redis.call("HSET", HASH, "token", Sha256.hex(token));
        redis.call("HDEL", HASH, "tokenWanted", "tokenPending");
    }

    private void conversation() {
        sayWithout("hello");
        confirm(TOKEN);
        sayBound("my name is Ana");
    }

    @Test
    void aContactWithoutATokenIsBoundReadsNoHistoryAndIsIssuedOne() {
        Answer first = sayWithout("hello");
        assertThat(first.bound()).isTrue();
        assertThat(first.turn()).isEqualTo(1);
        Answer second = sayWithout("hello again");
        assertThat(second.bound()).isTrue();
        assertThat(second.turn()).isEqualTo(2);
        assertThat(second.history()).isZero();
        assertThat(chat.runner().newest().history()).isEmpty();
        assertThat(redis.call("HEXISTS", HASH, "tokenWanted")).isEqualTo(1L);
        assertThat(chat.pushes().told()).containsExactly(ConversationHarness.contact(CONTACT));
    }

    @Test
    void aTokenIsAskedForAgainAMinuteLaterWhileNoneIsConfirmed() {
        sayWithout("one");
        chat.clock().advance(Duration.ofMillis(59_999));
        sayWithout("two");
        assertThat(chat.pushes().told()).hasSize(1);
        chat.clock().advance(Duration.ofMillis(1));
        sayWithout("three");
        assertThat(chat.pushes().told()).hasSize(2);
    }

    @Test
    void aTokenThatCameBackBindsAndReadsAllThatWasSaid() {
        conversation();
        assertThat(chat.runner().newestHistory()).containsExactly("hello", "re: hello");
        assertThat(chat.pushes().told()).hasSize(1);
    }

    @Test
    void aTokenThatManyChatTookThoughItNeverSaidSoIsConfirmedByComingBack() {
        sayWithout("hello");
        redis.call("HSET", HASH, "tokenPending", Sha256.hex("another") + " " + Sha256.hex(TOKEN));
        Answer answer = sayBound("back");
        assertThat(answer.history()).isEqualTo(2);
        assertThat(redis.call("HGET", HASH, "token")).isEqualTo(Sha256.hex(TOKEN));
        assertThat(redis.call("HEXISTS", HASH, "tokenWanted")).isEqualTo(0L);
    }

    @Test
    void thePreviousTokenBindsAsWell() {
        conversation();
        redis.call("HSET", HASH, "token", Sha256.hex("newer"), "tokenBefore", Sha256.hex(TOKEN));
        assertThat(sayBound("still me").history()).isEqualTo(4);
        assertThat(say("me too", Optional.of("newer")).history()).isEqualTo(6);
    }

    @Test
    void withoutTheTokenOrWithAWrongOneNothingOfTheContactIsReadOrCounted() {
        conversation();
        for (Optional<String> token : List.<Optional<String>>of(Optional.empty(), Optional.of("wrong"))) {
            Answer answer = say("who am I? " + token.isPresent(), token);
            assertThat(answer.bound()).isFalse();
            assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
            assertThat(answer.turn()).isZero();
            assertThat(answer.turnsLeft()).isZero();
            assertThat(answer.history()).isZero();
            assertThat(chat.runner().newest().history()).isEmpty();
        }
        Answer bound = sayBound("and now");
        assertThat(bound.turn()).isEqualTo(3);
        assertThat(chat.runner().newestHistory()).noneMatch(text -> text.contains("who am I"));
        assertThat(redis.call("ZCARD", UNBOUND)).isEqualTo(4L);
    }

    @Test
    void anUnboundMessageIsIssuedAFreshTokenOnceAnHour() {
        conversation();
        sayWithout("one");
        assertThat(chat.pushes().told()).hasSize(1);
        chat.clock().advance(Duration.ofHours(1));
        sayWithout("two");
        sayWithout("three");
        assertThat(chat.pushes().told()).hasSize(2);
    }

    @Test
    void anUnboundMessageSharesNoFingerprintWithABoundOne() {
        conversation();
        assertThat(sayWithout("yes").outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(sayWithout("yes").outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(sayBound("yes").outcome()).isEqualTo(Outcome.ANSWERED);
        Answer again = sayWithout("yes");
        assertThat(again.outcome()).isEqualTo(Outcome.DUPLICATE);
        assertThat(again.bound()).isFalse();
        assertThat(again.turn()).isZero();
        assertThat(again.texts()).containsExactly("re: yes");
    }

    @Test
    void unboundMessagesHaveARateLimitOfTheirOwn() {
        chat.rules(new TestRules().ratePerHour(3).duplicateSeconds(0));
        conversation();
        IntStream.range(0, 3)
                .forEach(i -> assertThat(sayWithout("one more").escalated()).isFalse());
        Answer refused = sayWithout("one more");
        assertThat(refused.reason()).contains(Reason.RATE_LIMITED);
        assertThat(refused.bound()).isFalse();
        assertThat(sayBound("third").outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(sayBound("fourth").reason()).contains(Reason.RATE_LIMITED);
    }

    @Test
    void aThousandUnboundMessagesAreKeptApartAndNoMore() {
        chat.rules(new TestRules().ratePerHour(600).duplicateSeconds(0));
        conversation();
        for (int hour = 0; hour < 2; hour++) {
            for (int i = 0; i < 300; i++) {
                sayWithout("forged " + hour + " " + i);
            }
            chat.clock().advance(Duration.ofHours(1));
        }
        assertThat(redis.call("ZCARD", UNBOUND)).isEqualTo(1_000L);
        assertThat(String.valueOf(redis.call("ZRANGE", UNBOUND, "-1", "-1"))).contains("re: forged 1 299");
        Answer bound = sayBound("here I am");
        assertThat(bound.history()).isEqualTo(4);
        assertThat(bound.turn()).isEqualTo(3);
        assertThat(KeptTurns.of(redis, CONTACT)).hasSize(6);
    }

    @Test
    void anUnboundMessageNeitherWaitsForTheContactsLaneNorHoldsItUp() {
        conversation();
        Promise<RunnerReply> slow = Promise.promise();
        chat.runner()
                .answering(request ->
                        request.messages().contains("slow") ? slow.future() : Future.succeededFuture(says("quick")));
        Future<Handled> running = post("slow", Optional.of(TOKEN));
        assertThat(sayWithout("not me").texts()).containsExactly("quick");
        assertThat(running.isComplete()).isFalse();
        slow.complete(says("at last"));
        assertThat(chat.await(() -> running).answer().texts()).containsExactly("at last");
    }

    @Test
    void anUnboundMessageIsJudgedByKeywordsAndMediaAndEscalatedInItsAnswerWhenTheRunnerIsLate() {
        chat.rules(new TestRules().keywords("human").mediaFallback("Please write."));
        chat.deadline(Duration.ofMillis(300));
        chat.pushes().open(true);
        conversation();
        assertThat(sayWithout("a human please").reason()).contains(Reason.KEYWORD);
        chat.runner().answering(request -> Promise.<RunnerReply>promise().future());
        Answer late = sayWithout("anybody?");
        assertThat(late.reason()).contains(Reason.MODEL_TIMEOUT);
        assertThat(late.bound()).isFalse();
        assertThat(RedisScan.keys(redis)).noneMatch(key -> key.endsWith(":pending"));
    }

    @Test
    void anOpeningKeywordThatIsUnboundLeavesTheContactsTurnsAlone() {
        chat.rules(new TestRules().opening("start", "Welcome!"));
        conversation();
        Answer opened = sayWithout("start");
        assertThat(opened.texts()).containsExactly("Welcome!");
        assertThat(opened.bound()).isFalse();
        assertThat(opened.turn()).isZero();
        assertThat(KeptTurns.of(redis, CONTACT)).hasSize(4);
        assertThat(sayBound("start").turn()).isEqualTo(2);
        assertThat(KeptTurns.of(redis, CONTACT)).hasSize(5);
    }

    @Test
    void whileTokensAreRolledOutAMissingTokenStillReadsHistoryAndAWrongOneDoesNot() {
        chat.tenant().token(false);
        Answer first = sayWithout("hello");
        assertThat(first.bound()).isTrue();
        confirm(TOKEN);
        Answer missing = sayWithout("hello again");
        assertThat(missing.bound()).isTrue();
        assertThat(missing.history()).isEqualTo(2);
        assertThat(say("not me", Optional.of("wrong")).bound()).isFalse();
        assertThat(sayBound("me").history()).isEqualTo(4);
    }

    @Test
    void anUnknownTokenOfAContactWhoNeverHadOneIsAsGoodAsNone() {
        Answer answer = say("hello", Optional.of("from an earlier installation"));
        assertThat(answer.bound()).isTrue();
        assertThat(answer.history()).isZero();
        assertThat(chat.pushes().told()).hasSize(1);
    }

    @Test
    void messagesThatAreAnsweredTogetherReadHistoryOnlyIfEachHasProvenWhoseItIs() {
        sayWithout("hello");
        Promise<RunnerReply> slow = Promise.promise();
        chat.runner().answering(request -> slow.future());
        Future<Handled> first = post("first", Optional.empty());
        await().until(() -> chat.runner().requests().size() == 2);
        Future<Handled> second = post("second", Optional.empty());
        await().until(() -> waiting() == 1);
        confirm(TOKEN);
        List<Future<Handled>> together = List.of(second, post("third", Optional.of(TOKEN)));
        await().until(() -> waiting() == 2);
        slow.complete(says("done"));
        together.forEach(each -> chat.await(() -> each));
        assertThat(first.succeeded()).isTrue();
        assertThat(chat.runner().newest().messages()).containsExactly("second", "third");
        assertThat(chat.runner().newest().history()).isEmpty();
        assertThat(sayBound("alone").history()).isEqualTo(7);
    }

    private Future<Handled> post(String text, Optional<String> token) {
        Promise<Handled> promise = Promise.promise();
        chat.await(() -> {
            chat.handle(message(text, token)).onComplete(promise);
            return Future.succeededFuture();
        });
        return promise.future();
    }

    private static long waiting() {
        return ((List<?>) Objects.requireNonNull(redis.call("HKEYS", "tg:{school:" + CONTACT + "}:lane")))
                .stream()
                        .filter(field -> String.valueOf(field).startsWith("w:"))
                        .count();
    }

    @Test
    void noTokenIsKeptInTheClear() {
        conversation();
        say("and a wrong one", Optional.of("wrong-token"));
        assertThat(RedisScan.everything(redis)).doesNotContain(TOKEN).doesNotContain("wrong-token");
    }
}
