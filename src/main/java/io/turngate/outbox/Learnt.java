package io.turngate.outbox;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.core.TenantId;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * What ManyChat said of tenants, and when it may be asked again: once a minute. It holds for a tenant's files and key as they
 * were then; a key can change without its files. Safe for use from any thread.
 */
final class Learnt<T> {

    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(60);

    private final ConcurrentMap<TenantId, Known<T>> known = new ConcurrentHashMap<>();
    private final LongSupplier nanoClock;

    private record Known<T>(String version, Optional<Secret> key, Optional<T> said, long askedNanos) {

        boolean isOf(TenantConfig tenant) {
            return version.equals(tenant.version())
                    && key.equals(tenant.manyChat().apiToken());
        }
    }

    Learnt(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** What is known of the tenant as it is now. */
    Optional<T> find(TenantConfig tenant) {
        return current(tenant).flatMap(Known::said);
    }

    /** Whether to ask ManyChat now; whoever is told so does. What is known until then stays so. */
    boolean mayAsk(TenantConfig tenant) {
        long now = nanoClock.getAsLong();
        if (current(tenant)
                .filter(what -> now - what.askedNanos() < BETWEEN_QUESTIONS.toNanos())
                .isPresent()) {
            return false;
        }
        note(tenant, find(tenant));
        return true;
    }

    /** ManyChat has said so; gives what was known before. */
    Optional<T> learn(TenantConfig tenant, T said) {
        Optional<T> before = find(tenant);
        note(tenant, Optional.of(said));
        return before;
    }

    /** Whatever was asked for, and what is known of it. */
    Map<TenantId, Optional<T>> all() {
        Map<TenantId, Optional<T>> all = new HashMap<>();
        known.forEach((tenant, what) -> all.put(tenant, what.said()));
        return all;
    }

    /** Forgets tenants that are not served any more. */
    void keep(Collection<TenantConfig> served) {
        Set<TenantId> ids = served.stream().map(TenantConfig::id).collect(Collectors.toSet());
        known.keySet().retainAll(ids);
    }

    private Optional<Known<T>> current(TenantConfig tenant) {
        return Optional.ofNullable(known.get(tenant.id())).filter(what -> what.isOf(tenant));
    }

    private void note(TenantConfig tenant, Optional<T> said) {
        known.put(
                tenant.id(), new Known<>(tenant.version(), tenant.manyChat().apiToken(), said, nanoClock.getAsLong()));
    }
}
