package io.turngate.conversation;

import io.turngate.config.TenantConfig;
import io.turngate.core.RateBudget;
import io.turngate.core.TenantId;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What one gateway lets through: messages in flight, messages of a tenant a minute, new contacts of a tenant a minute.
 * Shared by all event loops. A budget starts anew when a reload changes it.
 */
public final class TenantLimits {

    private final int maxInFlight;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final ConcurrentMap<TenantId, RateBudget> messages = new ConcurrentHashMap<>();
    private final ConcurrentMap<TenantId, RateBudget> newContacts = new ConcurrentHashMap<>();

    /** @param maxInFlight messages in flight before shedding, at least 1 */
    public TenantLimits(int maxInFlight) {
        this.maxInFlight = maxInFlight;
    }

    /** Lets a message in; false if it has to be shed. Each one let in must {@link #leave}. */
    boolean enter(TenantConfig tenant) {
        if (inFlight.incrementAndGet() <= maxInFlight
                && budget(messages, tenant.id(), tenant.messagesPerMinute()).tryTake()) {
            return true;
        }
        inFlight.decrementAndGet();
        return false;
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
