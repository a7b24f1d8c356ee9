package io.turngate.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LoopLagTest {

    private static final long TICK = 25;

    private long nowNanos;
    private final LoopLag lag = new LoopLag(() -> nowNanos);

    @Test
    void aLoopThatTicksInTimeIsNotLate() {
        ticks(100, TICK);
        assertThat(lag.millis()).isZero();
    }

    @Test
    void aLoopThatIsAlwaysLateIsSoon() {
        ticks(12, TICK + 400);
        assertThat(lag.millis()).isBetween(380L, 400L);
    }

    @Test
    void aSinglePauseIsNotTakenForOverload() {
        ticks(100, TICK);
        pass(TICK + 900);
        assertThat(lag.millis()).isEqualTo(225);
        ticks(1, 0);
        assertThat(lag.millis()).isLessThanOrEqualTo(225);
    }

    @Test
    void itIsLateBeforeItsTickCanSaySo() {
        ticks(12, TICK + 400);
        pass(TICK + 10_000);
        assertThat(lag.millis()).isGreaterThan(2_500);
    }

    @Test
    void itRecoversWithinATenthOfASecondOrTwo() {
        ticks(12, TICK + 400);
        ticks(8, TICK);
        assertThat(lag.millis()).isLessThan(50);
    }

    @Test
    void askingChangesNothing() {
        pass(TICK + 400);
        long first = lag.millis();
        assertThat(lag.millis()).isEqualTo(first);
    }

    private void ticks(int times, long apartMillis) {
        for (int i = 0; i < times; i++) {
            pass(apartMillis);
            lag.tick();
        }
    }

    private void pass(long millis) {
        nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
