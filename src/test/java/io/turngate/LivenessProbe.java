package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Asks a gateway all the time whether it is alive: an event loop that is blocked answers late. */
final class LivenessProbe implements AutoCloseable {

    private static final long EVERY_MILLIS = 50;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final RunningGateway gateway;
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger alive = new AtomicInteger();
    private final AtomicLong slowestNanos = new AtomicLong();

    LivenessProbe(RunningGateway gateway) {
        this.gateway = gateway;
        var unused = timer.scheduleWithFixedDelay(this::ask, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void ask() {
        long start = System.nanoTime();
        asked.incrementAndGet();
        if (gateway.send(gateway.management("/health/live")).statusCode() == 200) {
            alive.incrementAndGet();
        }
        slowestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
    }

    /** Ends the asking. The longest that an answer took; each must have been good. */
    Duration slowest() {
        close();
        assertThat(alive.get()).isGreaterThan(10).isEqualTo(asked.get());
        return Duration.ofNanos(slowestNanos.get());
    }

    @Override
    public void close() {
        timer.shutdown();
        try {
            assertThat(timer.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
