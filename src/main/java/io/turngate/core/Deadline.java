package io.turngate.core;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The moment by which a message must be answered, handed down through everything that works on it. Measured on a
 * monotonic clock, so a wall clock that is set does not move it.
 */
public final class Deadline {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final LongSupplier nanoClock;
    private final long startNanos;
    private final long limitNanos;

    private Deadline(LongSupplier nanoClock, long limitNanos) {
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
        this.limitNanos = limitNanos;
    }

    /** A deadline that runs from now. */
    public static Deadline after(Duration limit) {
        return after(limit, System::nanoTime);
    }

    /** A deadline that runs from now on the given clock, in nanoseconds from an arbitrary origin. */
    public static Deadline after(Duration limit, LongSupplier nanoClock) {
        return new Deadline(nanoClock, limit.toNanos());
    }

    /** A deadline on the same clock that runs from now for at most the given milliseconds, and never past this one. */
    public Deadline within(long limitMillis) {
        return new Deadline(nanoClock, Math.max(0, Math.min(limitMillis, remainingMillis())) * NANOS_PER_MILLI);
    }

    /** Milliseconds left, 0 once it has passed. */
    public long remainingMillis() {
        return Math.max(0, (limitNanos - elapsedNanos()) / NANOS_PER_MILLI);
    }

    /** Milliseconds since it began to run. */
    public long elapsedMillis() {
        return elapsedNanos() / NANOS_PER_MILLI;
    }

    /** Nanoseconds since it began to run. */
    public long elapsedNanos() {
        return nanoClock.getAsLong() - startNanos;
    }

    /** The shorter of the given limit and what is left, in milliseconds, at least 1 so that a timer accepts it. */
    public long boundMillis(long limitMillis) {
        return Math.max(1, Math.min(limitMillis, remainingMillis()));
    }
}
