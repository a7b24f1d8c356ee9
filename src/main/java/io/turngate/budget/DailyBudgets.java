package io.turngate.budget;

import io.turngate.core.TenantId;
import io.turngate.rules.Rules.Budget;
import io.turngate.store.Budgets;
import io.turngate.store.Budgets.Spending;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What tenants have spent today, as far as this gateway knows: what all gateways had written a second ago, and what it has
 * spent itself since. Asked on the way of a message, so it answers from memory. Safe for use from any thread.
 *
 * <p>While the store is away what was spent is kept here and written once it is back; a gateway that dies before that
 * forgets it.
 */
public final class DailyBudgets {

    private static final Logger LOG = LoggerFactory.getLogger(DailyBudgets.class);
    private static final double MICROS = 1_000_000;

    private final ConcurrentMap<TenantId, Spending> written = new ConcurrentHashMap<>();
    private final ConcurrentMap<TenantId, Spending> unwritten = new ConcurrentHashMap<>();

    /** Whether a tenant has reached one of its caps. */
    public boolean isSpent(TenantId tenant, Budget budget) {
        Spending today = today(tenant);
        return today.tokens() >= budget.dailyTokenCap() || today.microUsd() >= budget.dailyCostCapUsd() * MICROS;
    }

    /** What a tenant has spent today. */
    public Spending today(TenantId tenant) {
        return written.getOrDefault(tenant, Spending.NOTHING).plus(unwritten.getOrDefault(tenant, Spending.NOTHING));
    }

    /** A tenant has spent something. */
    public void spent(TenantId tenant, Spending amount) {
        if (!amount.isNothing()) {
            unwritten.merge(tenant, amount, Spending::plus);
        }
    }

    /**
     * Writes what was spent and reads what all gateways have; to be called about once a second, on the loop of the store.
     *
     * @param served the tenants whose day is read
     */
    public Future<Void> exchange(Budgets store, Collection<TenantId> served) {
        Set<TenantId> tenants = union(served, unwritten.keySet());
        return Future.join(
                        tenants.stream().map(tenant -> exchange(store, tenant)).toList())
                .mapEmpty();
    }

    private static Set<TenantId> union(Collection<TenantId> some, Collection<TenantId> others) {
        return Stream.concat(some.stream(), others.stream()).collect(Collectors.toSet());
    }

    private Future<Void> exchange(Budgets store, TenantId tenant) {
        return write(store, tenant)
                .compose(kept -> store.today(tenant))
                .onSuccess(today -> written.put(tenant, today))
                .onFailure(failure -> LOG.debug("a budget was not exchanged: {}", failure.getMessage()))
                .mapEmpty();
    }

    private Future<Void> write(Budgets store, TenantId tenant) {
        Spending mine = unwritten.getOrDefault(tenant, Spending.NOTHING);
        if (mine.isNothing()) {
            return Future.succeededFuture();
        }
        return store.add(tenant, mine).onSuccess(kept -> {
            written.merge(tenant, mine, Spending::plus);
            unwritten.computeIfPresent(tenant, (key, now) -> minus(now, mine));
        });
    }

    private static Spending minus(Spending amount, Spending less) {
        return new Spending(amount.tokens() - less.tokens(), amount.microUsd() - less.microUsd());
    }
}
