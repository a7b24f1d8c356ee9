package io.turngate.emulator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The faults that are set; the oldest that fits a call is played. Safe for use from any thread. */
public final class Faults {

    /** One that is in force for some calls yet, or until a moment. */
    private static final class Active {
        private final Set<CallKind> kinds;
        private final Fault fault;
        private final Instant until;
        private int left;

        private Active(Set<CallKind> kinds, Fault fault, Instant until, int left) {
            this.kinds = kinds;
            this.fault = fault;
            this.until = until;
            this.left = left;
        }
    }

    private final InstantSource clock;
    private final List<Active> active = new ArrayList<>();

    Faults(InstantSource clock) {
        this.clock = clock;
    }

    /** The next calls, of whatever kind, have this fault. */
    public void next(int calls, Fault fault) {
        add(EnumSet.allOf(CallKind.class), fault, Instant.MAX, calls);
    }

    /** The next calls of a kind have this fault. */
    public void next(int calls, CallKind kind, Fault fault) {
        add(EnumSet.of(kind), fault, Instant.MAX, calls);
    }

    /** Every call has this fault for so long from now. */
    public void during(Duration time, Fault fault) {
        add(EnumSet.allOf(CallKind.class), fault, clock.instant().plus(time), Integer.MAX_VALUE);
    }

    /** Every call of a kind has this fault for so long from now. */
    public void during(Duration time, CallKind kind, Fault fault) {
        add(EnumSet.of(kind), fault, clock.instant().plus(time), Integer.MAX_VALUE);
    }

    /** All is well again. */
    public synchronized void clear() {
        active.clear();
    }

    /** The fault of a call that has just come, if it has one. */
    synchronized Optional<Fault> take(CallKind kind) {
        Instant now = clock.instant();
        active.removeIf(one -> !one.until.isAfter(now));
        for (Iterator<Active> each = active.iterator(); each.hasNext(); ) {
            Active one = each.next();
            if (one.kinds.contains(kind)) {
                if (--one.left == 0) {
                    each.remove();
                }
                return Optional.of(one.fault);
            }
        }
        return Optional.empty();
    }

    private synchronized void add(Set<CallKind> kinds, Fault fault, Instant until, int calls) {
        if (calls < 1) {
            throw new IllegalArgumentException("expected at least one call, found " + calls);
        }
        active.add(new Active(kinds, fault, until, calls));
    }
}
