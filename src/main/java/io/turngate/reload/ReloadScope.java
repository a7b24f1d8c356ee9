package io.turngate.reload;

import io.turngate.core.TenantId;
import java.util.HashSet;
import java.util.Set;

/**
 * Which tenants a reload is about.
 *
 * @param kind why it runs
 * @param tenants those that it is about; empty for all
 */
record ReloadScope(Kind kind, Set<TenantId> tenants) {

    /** Why a reload runs. */
    enum Kind {
        /** The first one: what is on disk is judged as it is. */
        START,
        /** The watch: only what has changed. */
        WATCH,
        /** Somebody asked: everything, secrets included, with an answer for each tenant. */
        ASKED
    }

    static final ReloadScope START = new ReloadScope(Kind.START, Set.of());
    static final ReloadScope WATCH = new ReloadScope(Kind.WATCH, Set.of());
    static final ReloadScope ALL = new ReloadScope(Kind.ASKED, Set.of());

    static ReloadScope of(TenantId tenant) {
        return new ReloadScope(Kind.ASKED, Set.of(tenant));
    }

    boolean covers(TenantId tenant) {
        return tenants.isEmpty() || tenants.contains(tenant);
    }

    /** A scope for both of two that were asked for. */
    ReloadScope with(ReloadScope other) {
        if (tenants.isEmpty() || other.tenants.isEmpty()) {
            return ALL;
        }
        Set<TenantId> both = new HashSet<>(tenants);
        both.addAll(other.tenants);
        return new ReloadScope(Kind.ASKED, Set.copyOf(both));
    }
}
