package io.turngate.conversation;

import io.turngate.config.TenantConfig;
import io.turngate.core.RateBudget;
import io.turngate.core.TenantId;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What one gateway lets through: messages in flight, messages of a tenant a minute, new contacts of a tenant a minute.
 * Shared by all event loops. A budget starts anew when a reload changes it.
 */
public final class TenantLimits {

    private final int maxInFlight;
    private final long maxLoopLagMillis;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final ConcurrentMap<TenantId, RateBudget> messages = new ConcurrentHashMap<>();
    private final ConcurrentMap<TenantId, RateBudget> newContacts = new ConcurrentHashMap<>();

    /** Why a message is handed over without being looked at. */
    public enum Shed {
        /** The event loop is too late for what it has already. */
        EVENT_LOOP,
        /** The gateway has as many messages in flight as it may. */
        IN_FLIGHT,
        /** The tenant has had its messages of this minute. */
        BUDGET
    }

    /**
     * @param maxInFlight messages in flight before shedding, at least 1
     * @param maxLoopLagMillis how late an event loop may be before it sheds, ms
     */
    public TenantLimits(int maxInFlight, long maxLoopLagMillis) {
        this.maxInFlight = maxInFlight;
        this.maxLoopLagMillis = maxLoopLagMillis;
    }

    /**
     * Lets a message in, or says why it has to be shed. Each one let in must {@link #leave}.
     *
     * @param lagMillis how late its event loop is
     */
    Optional<Shed> enter(TenantConfig tenant, long lagMillis) {
        if (lagMillis > maxLoopLagMillis) {
            return Optional.of(Shed.EVENT_LOOP);
        }
        if (inFlight.incrementAndGet() > maxInFlight) {
            inFlight.decrementAndGet();
            return Optional.of(Shed.IN_FLIGHT);
        }
        if (!budget(messages, tenant.id(), tenant.messagesPerMinute()).tryTake()) {
            inFlight.decrementAndGet();
            return Optional.of(Shed.BUDGET);
        }
        return Optional.empty();
    }

    /** A message that was let in is done with. */
    void leave() {
        inFlight.decrementAndGet();
    }

    /** Messages in flight now. */
    public int inFlight() {
        return inFlight.get();
    }

    /** The tenant's budget of contacts that were never seen before. */
    RateBudget newContacts(TenantConfig tenant) {
        return budget(newContacts, tenant.id(), tenant.newContactsPerMinute());
    }

    private static RateBudget budget(ConcurrentMap<TenantId, RateBudget> budgets, TenantId tenant, int perMinute) {
        RateBudget budget = budgets.computeIfAbsent(tenant, id -> new RateBudget(perMinute));
        return budget.perMinute() == perMinute
                ? budget
                : budgets.compute(
                        tenant,
                        (id, old) -> old != null && old.perMinute() == perMinute ? old : new RateBudget(perMinute));
    }
}
