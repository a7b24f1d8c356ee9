package io.turngate.outbox;

import io.turngate.core.TenantId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Lets a line into the log once a minute for each tenant and subject. Belongs to one event loop. */
final class Quiet {

    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    private final Map<Subject, Long> said = new HashMap<>();
    private final LongSupplier nanoClock;

    private record Subject(TenantId tenant, String word) {}

    Quiet(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /**
     * Whether it may be said now.
     *
     * @param subject one of a few words
     */
    boolean maySay(TenantId tenant, String subject) {
        long now = nanoClock.getAsLong();
        Long before = said.get(new Subject(tenant, subject));
        if (before != null && now - before < MINUTE_NANOS) {
            return false;
        }
        said.put(new Subject(tenant, subject), now);
        return true;
    }
}
