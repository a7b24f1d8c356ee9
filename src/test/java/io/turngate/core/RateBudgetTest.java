package io.turngate.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateBudgetTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final RateBudget budget = new RateBudget(60, nanos::get);

    @Test
    void aWholeMinutesBudgetPassesAtOnceAndNotOneMore() {
        assertThat(takeAll()).isEqualTo(60);
        assertThat(budget.hasRoom()).isFalse();
    }

    @Test
    void refusedEventsCostNothing() {
        takeAll();
        IntStream.range(0, 1_000).forEach(i -> budget.tryTake());
        advance(Duration.ofSeconds(1));
        assertThat(budget.tryTake()).isTrue();
        assertThat(budget.tryTake()).isFalse();
    }

    @Test
    void noWindowEdgeLetsTwiceTheBudgetThrough() {
        advance(Duration.ofSeconds(59));
        int passed = takeAll();
        advance(Duration.ofSeconds(2));
        assertThat(passed + takeAll()).isEqualTo(62);
    }

    @Test
    void theBudgetIsNeverMoreThanAMinutes() {
        advance(Duration.ofHours(5));
        assertThat(takeAll()).isEqualTo(60);
    }

    private int takeAll() {
        int taken = 0;
        while (budget.tryTake()) {
            taken++;
        }
        return taken;
    }

    private void advance(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }
}
