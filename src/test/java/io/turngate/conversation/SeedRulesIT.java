package io.turngate.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The two rules that the product exists for: ten turns of 30 days, and a cap that 24 hours of silence reset. */
class SeedRulesIT {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    @Test
    void afterTwentyFiveMessagesAGapOfTwentyFiveHoursLetsTheNextOneReachTheModel() {
        chat.sayTimes(25, MINUTE);
        chat.clock().advance(Duration.ofHours(25));

        Answer answer = chat.say("hello again");

        assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(answer.texts()).containsExactly("re: hello again");
        assertThat(answer.turn()).isEqualTo(1);
        assertThat(answer.turnsLeft()).isEqualTo(24);
    }

    @Test
    void theTwentyFifthIsAnsweredAndTheTwentySixthWithoutAGapIsEscalated() {
        Answer last = chat.sayTimes(25, MINUTE);
        assertThat(last.outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(last.turn()).isEqualTo(25);
        assertThat(last.turnsLeft()).isZero();

        Answer over = chat.say("one more");

        assertThat(over.outcome()).isEqualTo(Outcome.ESCALATED);
        assertThat(over.reason()).contains(Reason.TURN_CAP);
        assertThat(over.texts()).containsExactly(TestRules.ESCALATION);
        assertThat(over.turn()).isEqualTo(26);
        assertThat(over.history()).isZero();
        assertThat(chat.runner().requests()).hasSize(25);
    }

    @Test
    void aMessageThatIsEscalatedByTheCapCountsAndMovesTheIdleClock() {
        chat.sayTimes(25, MINUTE);
        chat.clock().advance(Duration.ofHours(23));
        assertThat(chat.say("still here").turn()).isEqualTo(26);
        chat.clock().advance(Duration.ofHours(23));
        assertThat(chat.say("and still").turn()).isEqualTo(27);
        chat.clock().advance(DAY);
        assertThat(chat.say("after a day").turn()).isEqualTo(1);
    }

    @Test
    void aTurnOfTwentyNineDaysIsPassedToTheRunnerAndOneOfThirtyOneDaysIsNot() {
        chat.say("31 days ago");
        chat.clock().advance(DAY.multipliedBy(2));
        chat.say("29 days ago");
        chat.clock().advance(DAY.multipliedBy(29));

        Answer answer = chat.say("now");

        assertThat(chat.runner().newestHistory()).containsExactly("29 days ago", "re: 29 days ago");
        assertThat(answer.history()).isEqualTo(2);
        assertThat(answer.turn()).isEqualTo(1);
    }

    @Test
    void aTurnExactlyAtTheBoundaryIsInsideAndOneMillisecondOlderIsNot() {
        chat.say("outside");
        chat.clock().advance(Duration.ofMillis(1));
        chat.say("inside");
        chat.clock().set(chat.clock().getAsLong() + DAY.multipliedBy(30).toMillis());

        chat.say("now");

        assertThat(chat.runner().newestHistory()).contains("inside").doesNotContain("outside");
    }

    @Test
    void noMoreThanTenTurnsArePassedTheNewestOldestFirst() {
        chat.sayTimes(100, MINUTE);
        assertThat(redis.call("ZCARD", "tg:{school:1234567}:turns")).isEqualTo(200L);
        chat.rules(new TestRules().cap(1_000));

        Answer answer = chat.say("now");

        assertThat(answer.history()).isEqualTo(10);
        assertThat(chat.runner().newest().messages()).containsExactly("now");
        assertThat(chat.runner().newestHistory())
                .containsExactly(
                        "message 96",
                        "[handed to a colleague]",
                        "message 97",
                        "[handed to a colleague]",
                        "message 98",
                        "[handed to a colleague]",
                        "message 99",
                        "[handed to a colleague]",
                        "message 100",
                        "[handed to a colleague]");
    }

    @Test
    void historyHoldsAsManyTurnsAsThereAreUpToTen() {
        assertThat(chat.say("1").history()).isZero();
        assertThat(chat.say("2").history()).isEqualTo(2);
        redis.call("ZREMRANGEBYRANK", "tg:{school:1234567}:turns", "0", "0");
        assertThat(chat.say("3").history()).isEqualTo(3);
        chat.say("4");
        chat.say("5");
        assertThat(chat.say("6").history()).isEqualTo(9);
        assertThat(chat.say("7").history()).isEqualTo(10);
        assertThat(chat.say("8").history()).isEqualTo(10);
    }

    @Test
    void twoTurnsInOneMillisecondKeepTheirOrder() {
        chat.say("first");
        chat.say("second");
        chat.say("third");

        chat.say("now");

        assertThat(chat.runner().newestHistory())
                .containsExactly("first", "re: first", "second", "re: second", "third", "re: third");
    }

    @Test
    void aClockThatStepsBackTenMinutesDisturbsNeitherOrderNorCount() {
        chat.sayTimes(4, MINUTE);
        chat.clock().advance(Duration.ofMinutes(-10));
        chat.say("back");
        chat.clock().advance(MINUTE);

        Answer answer = chat.say("now");

        assertThat(answer.turn()).isEqualTo(6);
        assertThat(chat.runner().newestHistory())
                .containsExactly(
                        "message 1",
                        "re: message 1",
                        "message 2",
                        "re: message 2",
                        "message 3",
                        "re: message 3",
                        "message 4",
                        "re: message 4",
                        "back",
                        "re: back");
    }

    @Test
    void aTurnRecordedWhileTheClockWasAheadLeavesTheHistoryByItsOwnTime() {
        chat.clock().advance(DAY.multipliedBy(20));
        chat.say("from the future");
        chat.clock().advance(DAY.multipliedBy(-20));
        chat.say("right again");
        chat.clock().advance(DAY.multipliedBy(31));

        chat.say("now");

        assertThat(chat.runner().newestHistory()).containsExactly("from the future", "re: from the future");
    }

    @Test
    void aContactWhoReturnsAfterTwoWeeksHasTheirContextAndAFreshCap() {
        chat.sayTimes(30, HOUR);
        chat.clock().advance(DAY.multipliedBy(14));

        Answer answer = chat.say("I am back");

        assertThat(answer.turn()).isEqualTo(1);
        assertThat(answer.history()).isEqualTo(10);
        assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
    }
}
