package io.turngate.outbox;

import io.turngate.config.TenantConfig;
import io.turngate.core.TenantId;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known of tenants' keys: whether ManyChat takes them, and when to ask again. Safe for use from any thread. */
final class KeyWatch {

    private static final Logger LOG = LoggerFactory.getLogger(KeyWatch.class);
    private final Learnt<Boolean> isRight;
    private final PushListener listener;

    KeyWatch(PushListener listener, LongSupplier nanoClock) {
        this.listener = listener;
        this.isRight = new Learnt<>(nanoClock);
    }

    /** Whether something may be sent: there is a key, and it was not refused. */
    boolean isOpen(TenantConfig tenant) {
        return tenant.hasApiToken() && isRight.find(tenant).orElse(true);
    }

    /** Whether to ask ManyChat now; whoever is told so does. */
    boolean mustAsk(TenantConfig tenant) {
        return !isRight.find(tenant).orElse(false) && isRight.mayAsk(tenant);
    }

    /** ManyChat takes the key. */
    void right(TenantConfig tenant) {
        if (!isRight.learn(tenant, true).orElse(true)) {
            LOG.info("tenant {}: ManyChat takes the API key again, pushes go on", tenant.id());
        }
        listener.keyIs(tenant.id(), true);
    }

    /** ManyChat refuses the key: nothing is sent any more. */
    void wrong(TenantConfig tenant) {
        if (isRight.learn(tenant, false).orElse(true)) {
            LOG.error("tenant {}: ManyChat refuses the API key: nothing is pushed until it takes one", tenant.id());
        }
        listener.keyIs(tenant.id(), false);
    }

    /** For each tenant whose key was looked at, whether it is not refused. */
    Map<TenantId, Boolean> states() {
        Map<TenantId, Boolean> states =
                new TreeMap<>((left, right) -> left.value().compareTo(right.value()));
        isRight.all().forEach((tenant, right) -> states.put(tenant, right.orElse(true)));
        return states;
    }

    /** Forgets tenants that are not served any more. */
    void keep(Collection<TenantConfig> served) {
        isRight.keep(served);
    }
}
