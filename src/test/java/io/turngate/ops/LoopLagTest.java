package io.turngate.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On a clock of the test's own. */
class LoopLagTest {

    private final List<Long> toldMillis = new ArrayList<>();
    private long nanos = 1_000;
    private final LoopLag lag = new LoopLag(
            () -> nanos, late -> toldMillis.add(Duration.ofNanos(late).toMillis()));

    private void pass(long millis) {
        nanos += Duration.ofMillis(millis).toNanos();
    }

    @Test
    void aTimerThatFiresInTimeIsNoLag() {
        looks(100, 0);
        assertThat(toldMillis).hasSize(100).containsOnly(0L);
        assertThat(lag.evenedMillis()).isZero();
    }

    @Test
    void aLoopThatIsAlwaysLateIsSoon() {
        looks(12, 400);
        assertThat(lag.evenedMillis()).isBetween(380L, 400L);
    }

    @Test
    void aSinglePauseIsNotTakenForOverload() {
        looks(100, 0);
        looks(1, 900);
        assertThat(lag.evenedMillis()).isEqualTo(225);
    }

    @Test
    void aLoopThatStandsStillIsLateBeforeItsTimerFires() {
        looks(12, 400);
        pass(10 + 10_000);
        assertThat(lag.evenedMillis()).isGreaterThan(2_500);
        assertThat(lag.evenedMillis()).as("asking changes nothing").isLessThan(3_000);
    }

    @Test
    void itRecoversWithinATenthOfASecond() {
        looks(12, 400);
        looks(10, 0);
        assertThat(lag.evenedMillis()).isLessThan(50);
    }

    private void looks(int times, long lateMillis) {
        for (int i = 0; i < times; i++) {
            pass(10 + lateMillis);
            lag.tick();
        }
    }

    @Test
    void eachMomentOfAStandstillIsTold() {
        pass(10 + 35);
        lag.tick();
        assertThat(toldMillis).containsExactly(35L, 25L, 15L, 5L);
    }

    @Test
    void anEndlessStandstillIsNotToldForEver() {
        pass(Duration.ofDays(1).toMillis());
        lag.tick();
        assertThat(toldMillis).hasSize(6_000);
    }
}
