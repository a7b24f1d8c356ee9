package io.turngate.conversation;

import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How late an event loop gets to what it was to do, evened out so that a single pause (a collection of garbage, say) does not
 * count as overload while a loop that falls behind again and again does. Its loop ticks and asks; any thread may read.
 */
public final class LoopLag {

    /** Often enough to notice within a tenth of a second, rare enough to cost nothing. */
    private static final long TICK_MILLIS = 25;

    /** A tick counts for a quarter: four late ones in a row show two thirds of their lateness. */
    private static final int WEIGHT = 4;

    private final LongSupplier nanos;
    private volatile long tickedNanos;
    private volatile double evenedMillis;

    /** @param nanos the clock */
    LoopLag(LongSupplier nanos) {
        this.nanos = nanos;
        this.tickedNanos = nanos.getAsLong();
    }

    /** Watches the event loop that calls, for as long as its verticle is deployed. */
    public static LoopLag watch(Vertx vertx) {
        LoopLag lag = new LoopLag(System::nanoTime);
        vertx.setPeriodic(TICK_MILLIS, timer -> lag.tick());
        return lag;
    }

    /** Milliseconds, with what the loop is late at this moment. */
    public long millis() {
        return Math.round(evened());
    }

    void tick() {
        evenedMillis = evened();
        tickedNanos = nanos.getAsLong();
    }

    private double evened() {
        long late = TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - tickedNanos) - TICK_MILLIS;
        // Between two ticks nothing is known but that the next one is not late yet.
        return late < 0 ? evenedMillis : evenedMillis + (late - evenedMillis) / WEIGHT;
    }
}
