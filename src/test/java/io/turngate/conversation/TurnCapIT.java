package io.turngate.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Every row of the cap's table, and what happens when the cached counter is lost. */
class TurnCapIT {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final String CAP = "tg:{school:1234567}:cap";

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    @Test
    void twentyFiveHoursOfSilenceBeginAStretch() {
        assertThat(afterTwentyFive(Duration.ofHours(25)).turn()).isEqualTo(1);
    }

    @Test
    void aMillisecondLessThanADayDoesNot() {
        Answer answer = afterTwentyFive(Duration.ofDays(1).minusMillis(1));
        assertThat(answer.turn()).isEqualTo(26);
        assertThat(answer.reason()).contains(Reason.TURN_CAP);
    }

    @Test
    void exactlyADayDoes() {
        assertThat(afterTwentyFive(Duration.ofDays(1)).turn()).isEqualTo(1);
    }

    private Answer afterTwentyFive(Duration silence) {
        chat.sayTimes(25, MINUTE);
        chat.clock().advance(silence);
        return chat.say("now");
    }

    @Test
    void oneMessageEveryTwentyThreeHoursIsOneStretch() {
        chat.sayTimes(25, Duration.ofHours(23));
        chat.clock().advance(Duration.ofHours(23));
        Answer answer = chat.say("now");
        assertThat(answer.turn()).isEqualTo(26);
        assertThat(answer.outcome()).isEqualTo(Outcome.ESCALATED);
    }

    @Test
    void aCounterThatExpiredIsCountedAgainUnderARaisedRule() {
        chat.sayTimes(10, MINUTE);
        redis.call("DEL", CAP);
        chat.rules(new TestRules().idleResetHours(48));
        chat.clock().advance(Duration.ofHours(30));
        assertThat(chat.say("now").turn()).isEqualTo(11);
    }

    @Test
    void aCounterMadeUnderAnotherRuleIsCountedAgainThoughItIsThere() {
        chat.sayTimes(10, MINUTE);
        chat.rules(new TestRules().idleResetHours(48));
        chat.clock().advance(Duration.ofHours(30));
        assertThat(chat.say("now").turn()).isEqualTo(11);
    }

    @Test
    void aLoweredRuleAppliesToTheLastGap() {
        chat.sayTimes(10, MINUTE);
        chat.rules(new TestRules().idleResetHours(12));
        chat.clock().advance(Duration.ofHours(13));
        assertThat(chat.say("now").turn()).isEqualTo(1);
    }

    @Test
    void aLoweredRuleAppliesToTheGapsBetween() {
        chat.sayTimes(10, Duration.ofHours(13));
        chat.rules(new TestRules().idleResetHours(12));
        chat.clock().advance(HOUR);
        assertThat(chat.say("now").turn()).isEqualTo(2);
    }

    @Test
    void aClockThatJumpedAheadAndCameBackGivesAFreshStretch() {
        chat.sayTimes(24, MINUTE);
        chat.clock().advance(Duration.ofDays(20));
        chat.say("from the future");
        chat.clock().advance(Duration.ofDays(-20).plus(HOUR));
        assertThat(chat.say("now").turn()).isEqualTo(1);
    }

    @Test
    void aClockThatJumpedAheadAndCameBackGivesAFreshStretchWithoutTheCounterToo() {
        chat.sayTimes(24, MINUTE);
        chat.clock().advance(Duration.ofDays(20));
        chat.say("from the future");
        chat.clock().advance(Duration.ofDays(-20).plus(HOUR));
        redis.call("DEL", CAP);
        assertThat(chat.say("now").turn()).isEqualTo(1);
    }

    @Test
    void aClockThatStepsBackTenMinutesCountsOn() {
        chat.sayTimes(5, MINUTE);
        chat.clock().advance(Duration.ofMinutes(-10));
        assertThat(chat.say("now").turn()).isEqualTo(6);
    }

    @Test
    void aLostCounterIsNeitherAFreePassNorABlock() {
        chat.sayTimes(24, MINUTE);
        redis.call("DEL", CAP);
        Answer last = chat.say("the 25th");
        assertThat(last.turn()).isEqualTo(25);
        assertThat(last.outcome()).isEqualTo(Outcome.ANSWERED);
        redis.call("DEL", CAP);
        Answer over = chat.say("the 26th");
        assertThat(over.turn()).isEqualTo(26);
        assertThat(over.reason()).contains(Reason.TURN_CAP);
    }

    @Test
    void aCounterLostFarOverTheCapIsCountedNoFurtherThanTheCap() {
        chat.rules(new TestRules().cap(5));
        chat.sayTimes(12, MINUTE);
        redis.call("DEL", CAP);
        Answer over = chat.say("now");
        assertThat(over.turn()).isEqualTo(6);
        assertThat(over.reason()).contains(Reason.TURN_CAP);
    }

    @Test
    void aRaisedCapCountsAgainWhatWasCountedNoFurtherThanTheOldOne() {
        chat.rules(new TestRules().cap(5));
        chat.sayTimes(12, MINUTE);
        redis.call("DEL", CAP);
        chat.say("the 13th");
        chat.rules(new TestRules().cap(50));
        assertThat(chat.say("the 14th").turn()).isEqualTo(14);
        assertThat(chat.say("the 15th").turn()).isEqualTo(15);
    }

    @Test
    void aRaisedCapAnswersAtOnce() {
        chat.rules(new TestRules().cap(3));
        chat.sayTimes(4, MINUTE);
        chat.rules(new TestRules().cap(10));
        Answer answer = chat.say("now");
        assertThat(answer.turn()).isEqualTo(5);
        assertThat(answer.outcome()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void agentsTurnsRefusedMessagesAndOpeningsNeitherCountNorMoveTheClock() {
        chat.rules(new TestRules().ratePerHour(2).opening("start", "Welcome!"));
        chat.say("one");
        chat.clock().advance(MINUTE);
        chat.say("two");
        assertThat(chat.say("refused").reason()).contains(Reason.RATE_LIMITED);
        chat.clock().advance(Duration.ofHours(23));
        assertThat(chat.say("start").texts()).containsExactly("Welcome!");
        chat.clock().advance(HOUR);
        assertThat(chat.say("now").turn()).isEqualTo(1);
    }

    @Test
    void openingsAloneDoNotHideTheContactsMessagesFromACount() {
        chat.rules(new TestRules().opening("start", "Welcome!"));
        chat.say("one");
        chat.say("start");
        chat.say("two");
        chat.say("start");
        redis.call("DEL", CAP);
        assertThat(chat.say("three").turn()).isEqualTo(3);
    }

    @Test
    void theCounterExpiresAnHourAfterTheStretchWouldBeOverAndIsTheOnlyContactKeyOfItsKindToDoSo() {
        chat.say("hello");
        assertThat((Long) redis.call("PTTL", CAP)).isBetween(89_600_000L, 90_000_000L);
        assertThat((Long) redis.call("PTTL", "tg:{school:1234567}:rate")).isBetween(3_500_000L, 3_600_000L);
        assertThat(RedisScan.keysWithoutExpiry(redis))
                .containsExactlyInAnyOrder("tg:{school:1234567}:turns", "tg:{school:1234567}:contact");
    }

    @Test
    void theCountersExpiryIsSetAnewInEachHourOfTheClock() {
        chat.say("hello");
        redis.call("PEXPIRE", CAP, "5000000");
        chat.clock().advance(HOUR);
        chat.say("still here");
        assertThat((Long) redis.call("PTTL", CAP)).isBetween(89_600_000L, 90_000_000L);
    }
}
