package io.turngate.store.redis;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The newest epoch of a Cluster that was heard of. A node that knows a lower one has missed a failover: it is cut off, and
 * what it says would take back what others said.
 */
final class NewestEpoch {

    /** A Cluster that was made anew counts from the beginning. */
    private static final long REMEMBERED_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier nanos;
    private long newest = -1;
    private long heardNanos;

    /** @param nanos a clock such as {@link System#nanoTime} */
    NewestEpoch(LongSupplier nanos) {
        this.nanos = nanos;
    }

    boolean isOutdated(long epoch) {
        return epoch < newest && nanos.getAsLong() - heardNanos < REMEMBERED_NANOS;
    }

    /** A node that is not outdated has said so. */
    void heard(long epoch) {
        newest = epoch;
        heardNanos = nanos.getAsLong();
    }
}
