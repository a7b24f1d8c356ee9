package io.turngate.emulator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;

/**
 * How often the API was called with the right key, refused calls included. A second is any second, not one that a clock
 * begins. Safe for use from any thread.
 */
public final class Usage {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final InstantSource clock;
    private final Map<CallKind, Deque<Instant>> lastSecond = new EnumMap<>(CallKind.class);
    private final Map<CallKind, Integer> most = new EnumMap<>(CallKind.class);
    private final Map<CallKind, Integer> total = new EnumMap<>(CallKind.class);

    Usage(InstantSource clock) {
        this.clock = clock;
    }

    /** The most calls of a kind that came within a second. */
    public synchronized int mostInASecond(CallKind kind) {
        return most.getOrDefault(kind, 0);
    }

    /** All calls of a kind. */
    public synchronized int total(CallKind kind) {
        return total.getOrDefault(kind, 0);
    }

    /** Counting begins anew; the limits do not. */
    public synchronized void reset() {
        most.clear();
        total.clear();
    }

    /** Counts a call that has just come; whether it is within its limit. */
    synchronized boolean arrives(CallKind kind) {
        Instant now = clock.instant();
        Instant begin = now.minus(SECOND);
        Deque<Instant> arrivals = lastSecond.computeIfAbsent(kind, first -> new ArrayDeque<>());
        while (!arrivals.isEmpty() && !arrivals.getFirst().isAfter(begin)) {
            arrivals.removeFirst();
        }
        arrivals.addLast(now);
        most.merge(kind, arrivals.size(), Math::max);
        total.merge(kind, 1, Integer::sum);
        return arrivals.size() <= kind.perSecond();
    }
}
