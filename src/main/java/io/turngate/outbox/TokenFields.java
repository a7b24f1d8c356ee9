package io.turngate.outbox;

import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfig.Binding;
import io.turngate.config.TenantConfig.Callback;
import io.turngate.core.TenantId;
import io.turngate.manychat.TokenFieldIds;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/** The ids of the fields that hold tokens, as ManyChat said them once. Safe for use from any thread. */
final class TokenFields implements TokenFieldIds {

    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(60);

    private final ConcurrentMap<TenantId, Known> known = new ConcurrentHashMap<>();
    private final LongSupplier nanoClock;

    private record Known(String version, OptionalLong id, long askedNanos) {}

    TokenFields(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    @Override
    public OptionalLong find(TenantConfig tenant) {
        Known what = known.get(tenant.id());
        return what == null || !what.version().equals(tenant.version()) ? OptionalLong.empty() : what.id();
    }

    /** Whether to ask ManyChat now; whoever is told so does. */
    boolean mustAsk(TenantConfig tenant) {
        boolean isNeeded = tenant.binding().mode() == Binding.Mode.TOKEN
                && tenant.binding().tokenFieldId().isEmpty()
                && tenant.manyChat().callback() != Callback.NEVER
                && find(tenant).isEmpty();
        Known what = known.get(tenant.id());
        long now = nanoClock.getAsLong();
        boolean wasAsked = what != null
                && what.version().equals(tenant.version())
                && now - what.askedNanos() < BETWEEN_QUESTIONS.toNanos();
        if (!isNeeded || wasAsked) {
            return false;
        }
        known.put(tenant.id(), new Known(tenant.version(), OptionalLong.empty(), now));
        return true;
    }

    /** ManyChat said the id. */
    void learn(TenantConfig tenant, long id) {
        known.put(tenant.id(), new Known(tenant.version(), OptionalLong.of(id), nanoClock.getAsLong()));
    }
}
