package io.turngate.outbox;

import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfig.Binding;
import io.turngate.config.TenantConfig.Callback;
import io.turngate.manychat.TokenFieldIds;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** The ids of the fields that hold tokens, as ManyChat said them once. Safe for use from any thread. */
final class TokenFields implements TokenFieldIds {

    private final Learnt<Long> ids;

    TokenFields(LongSupplier nanoClock) {
        this.ids = new Learnt<>(nanoClock);
    }

    @Override
    public OptionalLong find(TenantConfig tenant) {
        return ids.find(tenant).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    /** Whether to ask ManyChat now; whoever is told so does. */
    boolean mustAsk(TenantConfig tenant) {
        return tenant.binding().mode() == Binding.Mode.TOKEN
                && tenant.binding().tokenFieldId().isEmpty()
                && tenant.manyChat().callback() != Callback.NEVER
                && find(tenant).isEmpty()
                && ids.mayAsk(tenant);
    }

    /** Forgets tenants that are not served any more. */
    void keep(Collection<TenantConfig> served) {
        ids.keep(served);
    }

    /** ManyChat said the id. */
    void learn(TenantConfig tenant, long id) {
        ids.learn(tenant, id);
    }
}
