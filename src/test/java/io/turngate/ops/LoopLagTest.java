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
        pass(10);
        lag.tick();
        pass(10);
        lag.tick();
        assertThat(toldMillis).containsExactly(0L, 0L);
        assertThat(lag.currentMillis()).isZero();
    }

    @Test
    void aLateTimerIsThatLagUntilTheNext() {
        pass(17);
        lag.tick();
        assertThat(toldMillis).containsExactly(7L);
        pass(5);
        assertThat(lag.currentMillis()).isEqualTo(7);
        pass(5);
        lag.tick();
        assertThat(lag.currentMillis()).isZero();
    }

    @Test
    void aLoopThatStandsStillIsLateBeforeItsTimerFires() {
        pass(10);
        lag.tick();
        pass(10 + 250);
        assertThat(lag.currentMillis()).isEqualTo(250);
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
