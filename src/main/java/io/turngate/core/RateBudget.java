package io.turngate.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * At most so many events a minute, refilled evenly: a burst of a whole minute's budget passes, and no window edge lets
 * twice as many through. Safe for use from any thread; refused events cost nothing.
 */
public final class RateBudget {

    private static final long NANOS_PER_MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final int perMinute;
    private final long nanosPerEvent;
    private final LongSupplier nanoClock;
    /** When the budget will be whole again, as if every event had been spaced evenly. */
    private final AtomicLong fullAtNanos;

    public RateBudget(int perMinute) {
        this(perMinute, System::nanoTime);
    }

    /**
     * @param perMinute at least 1
     * @param nanoClock monotonic, in nanoseconds from an arbitrary origin
     */
    public RateBudget(int perMinute, LongSupplier nanoClock) {
        this.perMinute = perMinute;
        this.nanosPerEvent = NANOS_PER_MINUTE / perMinute;
        this.nanoClock = nanoClock;
        this.fullAtNanos = new AtomicLong(nanoClock.getAsLong());
    }

    /** The budget of a minute. */
    public int perMinute() {
        return perMinute;
    }

    /** Takes one event; false, and nothing is taken, if the budget is spent. */
    public boolean tryTake() {
        long now = nanoClock.getAsLong();
        while (true) {
            long fullAt = fullAtNanos.get();
            long next = later(fullAt, now) + nanosPerEvent;
            if (next - now > nanosPerEvent * perMinute) {
                return false;
            }
            if (fullAtNanos.compareAndSet(fullAt, next)) {
                return true;
            }
        }
    }

    /** Whether {@link #tryTake} would succeed now. */
    public boolean hasRoom() {
        long now = nanoClock.getAsLong();
        return later(fullAtNanos.get(), now) + nanosPerEvent - now <= nanosPerEvent * perMinute;
    }

    private static long later(long left, long right) {
        return left - right > 0 ? left : right;
    }
}
