package io.turngate.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DeadlineTest {

    private final AtomicLong nanos = new AtomicLong();
    private final Deadline deadline = Deadline.after(Duration.ofSeconds(8), nanos::get);

    @Test
    void whatIsLeftShrinksToNothingAndNoFurther() {
        assertThat(deadline.remainingMillis()).isEqualTo(8_000);
        nanos.set(Duration.ofSeconds(3).toNanos());
        assertThat(deadline.remainingMillis()).isEqualTo(5_000);
        assertThat(deadline.elapsedMillis()).isEqualTo(3_000);
        nanos.set(Duration.ofSeconds(9).toNanos());
        assertThat(deadline.remainingMillis()).isZero();
    }

    @Test
    void aLimitIsBoundByWhatIsLeftAndATimerAlwaysAcceptsIt() {
        assertThat(deadline.boundMillis(1_000)).isEqualTo(1_000);
        nanos.set(Duration.ofMillis(7_500).toNanos());
        assertThat(deadline.boundMillis(1_000)).isEqualTo(500);
        nanos.set(Duration.ofSeconds(20).toNanos());
        assertThat(deadline.boundMillis(1_000)).isEqualTo(1);
    }

    @Test
    void aPartOfItRunsOnTheSameClockAndNeverPastIt() {
        nanos.set(Duration.ofSeconds(3).toNanos());
        Deadline part = deadline.within(3_000);
        assertThat(part.remainingMillis()).isEqualTo(3_000);
        assertThat(deadline.within(60_000).remainingMillis()).isEqualTo(5_000);
        nanos.set(Duration.ofSeconds(5).toNanos());
        assertThat(part.remainingMillis()).isEqualTo(1_000);
        nanos.set(Duration.ofSeconds(9).toNanos());
        assertThat(deadline.within(1_000).remainingMillis()).isZero();
    }
}
