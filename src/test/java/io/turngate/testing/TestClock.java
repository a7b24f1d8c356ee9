package io.turngate.testing;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A contact's clock that a test sets, in epoch milliseconds. */
public final class TestClock implements LongSupplier {

    /** 2026-03-02T09:00:00Z, long before the real time: nothing may depend on both agreeing. */
    public static final long START = 1_772_442_000_000L;

    private volatile long millis = START;

    public void set(long epochMillis) {
        millis = epochMillis;
    }

    /** Moves on, or back with a negative duration. */
    public void advance(Duration duration) {
        millis += duration.toMillis();
    }

    @Override
    public long getAsLong() {
        return millis;
    }
}
