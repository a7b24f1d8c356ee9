package io.turngate.conversation;

import static io.turngate.testing.RecordingRunner.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.conversation.Message.Media;
import io.turngate.conversation.TenantLimits.Shed;
import io.turngate.core.Channel;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerRequest.Addressee;
import io.turngate.testing.ConversationHarness;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The gates on a message's way, their order, and that each ends in words for the contact. */
class GatesIT {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String TURNS = "tg:{school:1234567}:turns";

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    @Test
    void exactlySoManyMessagesPassInAnySixtyMinutes() {
        chat.rules(new TestRules().ratePerHour(3));
        assertThat(chat.say("1").outcome()).isEqualTo(Outcome.ANSWERED);
        chat.clock().advance(MINUTE.multipliedBy(20));
        chat.say("2");
        chat.clock().advance(MINUTE.multipliedBy(20));
        assertThat(chat.say("3").outcome()).isEqualTo(Outcome.ANSWERED);

        Answer refused = chat.say("4");

        assertThat(refused.reason()).contains(Reason.RATE_LIMITED);
        assertThat(refused.texts()).containsExactly(TestRules.ESCALATION);
        assertThat(refused.turn()).isZero();
        assertThat(refused.turnsLeft()).isZero();
        assertThat(redis.call("ZCARD", TURNS)).isEqualTo(6L);
    }

    @Test
    void theHourSlidesAndRefusedMessagesDoNotProlongTheBlock() {
        chat.rules(new TestRules().ratePerHour(2));
        chat.say("1");
        chat.clock().advance(MINUTE.multipliedBy(50));
        chat.say("2");
        IntStream.range(0, 20).forEach(i -> chat.say("refused"));
        chat.clock().advance(MINUTE.multipliedBy(10).minusMillis(1));
        assertThat(chat.say("still").reason()).contains(Reason.RATE_LIMITED);
        chat.clock().advance(Duration.ofMillis(1));
        assertThat(chat.say("again").outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(chat.say("and no more").reason()).contains(Reason.RATE_LIMITED);
    }

    @Test
    void entriesOfAClockThatWasAheadDoNotBlock() {
        chat.rules(new TestRules().ratePerHour(1));
        chat.clock().advance(Duration.ofDays(20));
        chat.say("from the future");
        chat.clock().advance(Duration.ofDays(-20));
        assertThat(chat.say("now").outcome()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void aKeywordEscalatesWithoutTheModelAndIsCounted() {
        chat.rules(new TestRules().keywords("human"));
        Answer answer = chat.say("I want a HUMAN now");
        assertThat(answer.reason()).contains(Reason.KEYWORD);
        assertThat(answer.turn()).isEqualTo(1);
        assertThat(chat.runner().requests()).isEmpty();
        assertThat(chat.say("and the agenda?").outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(chat.runner().newestHistory()).containsExactly("I want a HUMAN now", NeutralNotes.HANDOVER);
    }

    @Test
    void theCapComesBeforeTheKeywordAndTheKeywordBeforeMedia() {
        chat.rules(new TestRules().cap(1).keywords("human"));
        chat.say("one");
        assertThat(chat.say("human").reason()).contains(Reason.TURN_CAP);
    }

    @Test
    void mediaWithoutAFallbackEscalates() {
        Answer answer = chat.send(Media.VOICE);
        assertThat(answer.reason()).contains(Reason.MEDIA);
        assertThat(members()).first().asString().contains("\"role\":\"contact\",\"text\":\"[voice note]\"");
    }

    @Test
    void mediaWithAFallbackIsAnsweredAndTheRunnerSeesANoteOfIt() {
        chat.rules(new TestRules().mediaFallback("Please write it as text."));
        Answer answer = chat.send(Media.IMAGE);
        assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(answer.reason()).isEmpty();
        assertThat(answer.texts()).containsExactly("Please write it as text.");
        chat.say("now");
        assertThat(chat.runner().newestHistory()).containsExactly("[image]", NeutralNotes.HANDOVER);
    }

    @Test
    void anOpeningKeywordIsAnsweredWordForWordAndNeitherRecordedNorCounted() {
        chat.rules(new TestRules().duplicateSeconds(0).opening("start", "Welcome to the school!"));
        Answer answer = chat.say(" START ");
        assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(answer.texts()).containsExactly("Welcome to the school!");
        assertThat(answer.turn()).isZero();
        assertThat(answer.turnsLeft()).isEqualTo(25);
        chat.say("start");
        assertThat(members()).hasSize(1);
        assertThat(chat.say("hello").turn()).isEqualTo(1);
        assertThat(chat.runner().newestHistory()).containsExactly("Welcome to the school!");
        chat.say("start");
        assertThat(members()).hasSize(4);
    }

    @Test
    void anOpeningKeywordTakesAPlaceInTheHour() {
        chat.rules(
                new TestRules().duplicateSeconds(0).opening("start", "Welcome!").ratePerHour(1));
        chat.say("start");
        assertThat(chat.say("start").reason()).contains(Reason.RATE_LIMITED);
    }

    @ParameterizedTest
    @EnumSource(names = {"EXPLICIT_REQUEST", "COMPLAINT", "OUT_OF_SCOPE", "PRICE_NEGOTIATION", "PAYMENT_REPORTED"})
    void theModelsOwnReasonsEscalate(Reason reason) {
        chat.runner()
                .answering(request -> Future.succeededFuture(new RunnerReply(
                        List.of("never shown"), Optional.of(reason), 1, "recording", RunnerReply.Spent.NOTHING)));
        Answer answer = chat.say("hello");
        assertThat(answer.reason()).contains(reason);
        assertThat(answer.texts()).containsExactly(TestRules.ESCALATION);
    }

    @Test
    void aReplyBelowTheThresholdEscalatesAndOneAtItIsGiven() {
        chat.runner().answering(request -> Future.succeededFuture(sure(0.59)));
        assertThat(chat.say("a").reason()).contains(Reason.LOW_CONFIDENCE);
        chat.runner().answering(request -> Future.succeededFuture(sure(0.6)));
        assertThat(chat.say("b").outcome()).isEqualTo(Outcome.ANSWERED);
    }

    private static RunnerReply sure(double confidence) {
        return new RunnerReply(List.of("maybe"), Optional.empty(), confidence, "recording", RunnerReply.Spent.NOTHING);
    }

    @Test
    void whatWasWrongWithAReplyIsToldAndWhatItTookIsKept() {
        TurngateException fault = new TurngateException(Kind.BAD_REPLY, "a price that the catalog does not hold");
        chat.runner()
                .answering(request -> Future.succeededFuture(new RunnerReply(
                        List.of(),
                        Optional.of(Reason.BAD_REPLY),
                        1,
                        "recording",
                        new RunnerReply.Spent(11, 13, 17),
                        Optional.of(fault))));
        Handled handled = chat.await(() -> chat.post(ConversationHarness.CONTACT, "hello"));
        assertThat(handled.answer().reason()).contains(Reason.BAD_REPLY);
        assertThat(handled.answer().texts()).containsExactly(TestRules.ESCALATION);
        assertThat(handled.failure()).contains(fault);
        assertThat(members()).anyMatch(member -> member.contains("\"tokensIn\":11,\"tokensOut\":13"));
    }

    @Test
    void theRunnerIsToldTheContactsClockAndWhomItAnswers() {
        Message plain = ConversationHarness.message(ConversationHarness.CONTACT, "hola", Message.Media.NONE);
        Message known = new Message(
                plain.contactId(),
                plain.text(),
                plain.media(),
                false,
                Optional.of(Channel.INSTAGRAM),
                Optional.of("Ana"),
                Optional.of("es_ES"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        chat.await(() -> chat.handle(known));
        assertThat(chat.runner().newest().addressee())
                .isEqualTo(new Addressee(Optional.of("Ana"), Optional.of("es_ES"), Channel.INSTAGRAM));
        assertThat(chat.runner().newest().nowMillis()).isEqualTo(chat.clock().getAsLong());
        chat.say("and now");
        assertThat(chat.runner().newest().addressee())
                .isEqualTo(new Addressee(Optional.empty(), Optional.empty(), Channel.WHATSAPP));
    }

    @Test
    void anEmptyReplyIsNeverStoredAndEscalates() {
        chat.runner().answering(request -> Future.succeededFuture(says("  ", "")));
        assertThat(chat.say("hello").reason()).contains(Reason.BAD_REPLY);
        assertThat(members()).noneMatch(member -> member.contains("\"text\":\"\""));
        chat.runner().answering(request -> Future.succeededFuture(says("", "fine")));
        assertThat(chat.say("and now?").texts()).containsExactly("fine");
    }

    @Test
    void aRunnerThatFailsThrowsOrHangsEndsInWordsForTheContact() {
        chat.runner().answering(request -> Future.failedFuture(new TurngateException(Kind.MODEL_ERROR, "status 500")));
        Answer failed = chat.say("a");
        assertThat(failed.reason()).contains(Reason.MODEL_ERROR);
        assertThat(failed.turn()).isEqualTo(1);
        chat.runner().answering(request -> {
            throw new IllegalStateException("a defect");
        });
        assertThat(chat.say("b").reason()).contains(Reason.MODEL_ERROR);
        chat.deadline(Duration.ofMillis(200));
        chat.runner().answering(request -> Promise.<RunnerReply>promise().future());
        Answer late = chat.say("c");
        assertThat(late.reason()).contains(Reason.MODEL_TIMEOUT);
        assertThat(late.texts()).containsExactly(TestRules.ESCALATION);
        chat.deadline(Duration.ofSeconds(8));
        chat.runner().answering(request -> Future.succeededFuture(says("here again")));
        assertThat(chat.say("d").texts()).containsExactly("here again");
    }

    @Test
    void aContactWhoWasEscalatedGoesTheirWayAgain() {
        chat.rules(new TestRules().keywords("human"));
        chat.say("human");
        assertThat(chat.say("what does it cost?").outcome()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void turnsOlderThanTheRetentionAreRemovedAndYoungerOnesStay() {
        chat.rules(new TestRules().retentionDays(30));
        chat.say("old");
        chat.clock().advance(Duration.ofDays(1));
        chat.say("young");
        chat.clock().advance(Duration.ofDays(29).plusMillis(2));
        chat.say("now");
        assertThat(members()).noneMatch(member -> member.contains("old")).anyMatch(member -> member.contains("young"));
    }

    @Test
    void withoutARetentionNothingIsEverRemoved() {
        chat.say("old");
        chat.clock().advance(Duration.ofDays(3_000));
        chat.say("now");
        assertThat(members()).anyMatch(member -> member.contains("old"));
    }

    @Test
    void contactsThatWereNeverSeenAreLimitedAndKnownOnesAreNot() {
        chat.newContactsPerMinute(2);
        chat.say("a", "hello");
        chat.say("b", "hello");
        Answer shed = chat.say("c", "hello");
        assertThat(shed.reason()).contains(Reason.OVERLOAD);
        assertThat(shed.turn()).isZero();
        assertThat(RedisScan.keys(redis)).noneMatch(key -> key.contains(":c}"));
        assertThat(chat.say("a", "again").outcome()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void aTenantOverItsBudgetIsShedBeforeRedisIsAsked() {
        chat.messagesPerMinute(1);
        chat.say("hello");
        assertThat(chat.say("hello").reason()).contains(Reason.OVERLOAD);
        assertThat(members()).hasSize(2);
        assertThat(chat.listener().shedCauses()).containsExactly(Shed.BUDGET);
    }

    @Test
    void anEventLoopThatIsLateShedsBeforeRedisIsAsked() {
        chat.lag(ConversationHarness.MAX_LAG_MILLIS + 1);
        Answer shed = chat.say("hello");
        assertThat(shed.outcome()).isEqualTo(Outcome.ESCALATED);
        assertThat(shed.reason()).contains(Reason.OVERLOAD);
        assertThat(RedisScan.keys(redis)).isEmpty();
        assertThat(chat.listener().shedCauses()).containsExactly(Shed.EVENT_LOOP);

        chat.lag(ConversationHarness.MAX_LAG_MILLIS);
        assertThat(chat.say("hello").outcome()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void aTurnThatWasDamagedByHandDoesNotEndTheConversation() {
        chat.say("one");
        redis.call(
                "ZADD",
                TURNS,
                String.valueOf(chat.clock().getAsLong() + 5),
                "{\"id\":\"" + chat.clock().getAsLong() + "-x\",\"role\":\"agent\",\"text\":\"\"}");
        assertThat(chat.say("two").outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(chat.runner().newestHistory()).containsExactly("one", "re: one");
    }

    private static List<String> members() {
        List<?> all = (List<?>) Objects.requireNonNull(redis.call("ZRANGE", TURNS, "0", "-1"));
        return all.stream().map(String::valueOf).toList();
    }
}
