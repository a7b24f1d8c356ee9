package io.turngate.reload;

import io.turngate.config.Problem;
import io.turngate.conversation.Tenant;
import io.turngate.core.TenantId;
import io.turngate.reload.TenantState.Absent;
import io.turngate.reload.TenantState.NeverLoaded;
import io.turngate.reload.TenantState.Refusal;
import io.turngate.reload.TenantState.Serving;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The tenants in force: an immutable map that is swapped whole. Readable from any thread without waiting. */
public final class CurrentTenants {

    private static final TenantState ABSENT = new Absent();

    private volatile Map<TenantId, TenantState> states = Map.of();
    private final InstantSource clock;

    public CurrentTenants(InstantSource clock) {
        this.clock = clock;
    }

    /** What the name stands for now. */
    public TenantState find(TenantId id) {
        return states.getOrDefault(id, ABSENT);
    }

    /** Every known tenant by name; never {@link Absent}. */
    public SortedMap<TenantId, TenantState> all() {
        SortedMap<TenantId, TenantState> sorted = new TreeMap<>(Comparator.comparing(TenantId::value));
        sorted.putAll(states);
        return Collections.unmodifiableSortedMap(sorted);
    }

    /** Whether at least one tenant answers messages. */
    public boolean isAnyServing() {
        return states.values().stream().anyMatch(Serving.class::isInstance);
    }

    void serve(Tenant tenant) {
        replace(tenant.config().id(), old -> new Serving(tenant, clock.instant(), Optional.empty()));
    }

    /** What is on disk is what is in force. */
    void confirm(TenantId id) {
        replace(
                id,
                old -> old instanceof Serving serving
                        ? new Serving(serving.tenant(), serving.loadedAt(), Optional.empty())
                        : old);
    }

    /** What is in force stays; the same problems again keep the time at which they were first seen. */
    void refuse(TenantId id, List<Problem> problems) {
        replace(id, old -> {
            Instant at = refusalOf(old)
                    .filter(refusal -> refusal.problems().equals(problems))
                    .map(Refusal::at)
                    .orElseGet(clock::instant);
            Refusal refusal = new Refusal(at, problems);
            return old instanceof Serving serving
                    ? new Serving(serving.tenant(), serving.loadedAt(), Optional.of(refusal))
                    : new NeverLoaded(refusal);
        });
    }

    void remove(TenantId id) {
        replace(id, old -> ABSENT);
    }

    static Optional<Refusal> refusalOf(TenantState state) {
        if (state instanceof Serving serving) {
            return serving.refused();
        }
        return state instanceof NeverLoaded never ? Optional.of(never.refused()) : Optional.empty();
    }

    private synchronized void replace(TenantId id, UnaryOperator<TenantState> change) {
        Map<TenantId, TenantState> changed = new HashMap<>(states);
        TenantState state = change.apply(find(id));
        if (state instanceof Absent) {
            changed.remove(id);
        } else {
            changed.put(id, state);
        }
        states = Map.copyOf(changed);
    }
}
