package io.turngate.ops;

import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * How late one event loop is with what it should do: a timer of {@value #PERIOD_MILLIS} ms on it, and by how much that is
 * overdue. Written on its loop; read from any thread, without a lock.
 */
public final class LoopLag {

    /** How often it looks. */
    static final long PERIOD_MILLIS = 10;

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);

    /** A look counts for a quarter of the evened lag: four late ones in a row show two thirds of their lateness. */
    private static final int WEIGHT = 4;

    /** The most that one standstill is told as: a minute of moments. */
    private static final int MOST_TOLD = 6_000;

    private final LongSupplier nanoTime;
    private final LongConsumer told;
    private volatile long dueNanos;
    private volatile double evenedNanos;

    /** @param told is given each measured lag in nanoseconds, at least 0 */
    LoopLag(LongSupplier nanoTime, LongConsumer told) {
        this.nanoTime = nanoTime;
        this.told = told;
        this.dueNanos = nanoTime.getAsLong() + PERIOD_NANOS;
    }

    /**
     * Watches the loop that calls this, for as long as the verticle is deployed that does.
     *
     * @param told is given each measured lag in nanoseconds, on that loop
     */
    public static LoopLag watch(Vertx vertx, LongConsumer told) {
        LoopLag lag = new LoopLag(System::nanoTime, told);
        lag.look(vertx);
        return lag;
    }

    /**
     * How late the loop is, in milliseconds, evened out over some looks: a single pause (a collection of garbage, say) is not
     * taken for overload, a loop that falls behind again and again is. Counts that the next look is overdue, as on a loop that
     * stands still.
     */
    public long evenedMillis() {
        long late = nanoTime.getAsLong() - dueNanos;
        return TimeUnit.NANOSECONDS.toMillis(Math.round(late < 0 ? evenedNanos : evened(late)));
    }

    private double evened(long lateNanos) {
        return evenedNanos + (lateNanos - evenedNanos) / WEIGHT;
    }

    private void look(Vertx vertx) {
        // One timer after the other: a periodic one catches up after a pause, and each late tick would count as in
        // time.
        vertx.setTimer(PERIOD_MILLIS, fired -> {
            tick();
            look(vertx);
        });
    }

    /** The timer has fired. */
    void tick() {
        long now = nanoTime.getAsLong();
        long late = Math.max(0, now - dueNanos);
        evenedNanos = evened(late);
        dueNanos = now + PERIOD_NANOS;
        tell(late);
    }

    /** A loop that stood still for a second was late at each moment of it: told once, it would hide among the others. */
    private void tell(long late) {
        told.accept(late);
        long moment = late - PERIOD_NANOS;
        for (int i = 1; i < MOST_TOLD && moment > 0; i++) {
            told.accept(moment);
            moment -= PERIOD_NANOS;
        }
    }
}
