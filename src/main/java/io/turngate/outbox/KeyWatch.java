package io.turngate.outbox;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.core.TenantId;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known of tenants' keys: whether ManyChat takes them, and when to ask again. Safe for use from any thread. */
final class KeyWatch {

    private static final Logger LOG = LoggerFactory.getLogger(KeyWatch.class);
    private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(60);

    private final ConcurrentMap<TenantId, Known> known = new ConcurrentHashMap<>();
    private final PushListener listener;
    private final LongSupplier nanoClock;

    /** What ManyChat said of a key. A secret can change without a change of the tenant's files, and with them its version. */
    private record Known(String version, Optional<Secret> key, Verdict verdict, long askedNanos) {

        static Known of(TenantConfig tenant, Verdict verdict, long askedNanos) {
            return new Known(tenant.version(), tenant.manyChat().apiToken(), verdict, askedNanos);
        }

        boolean isOf(TenantConfig tenant) {
            return version.equals(tenant.version())
                    && key.equals(tenant.manyChat().apiToken());
        }
    }

    private enum Verdict {
        NOT_KNOWN,
        RIGHT,
        WRONG
    }

    KeyWatch(PushListener listener, LongSupplier nanoClock) {
        this.listener = listener;
        this.nanoClock = nanoClock;
    }

    /** Whether something may be sent: there is a key, and it was not refused. */
    boolean isOpen(TenantConfig tenant) {
        return tenant.hasApiToken() && verdict(tenant) != Verdict.WRONG;
    }

    /** Whether to ask ManyChat now; whoever is told so does. */
    boolean mustAsk(TenantConfig tenant) {
        Verdict before = verdict(tenant);
        long now = nanoClock.getAsLong();
        if (wasAsked(tenant, now) || before == Verdict.RIGHT) {
            return false;
        }
        known.put(tenant.id(), Known.of(tenant, before, now));
        return true;
    }

    /** ManyChat takes the key. */
    void right(TenantConfig tenant) {
        if (learn(tenant, Verdict.RIGHT) == Verdict.WRONG) {
            LOG.info("tenant {}: ManyChat takes the API key again, pushes go on", tenant.id());
        }
        listener.keyIs(tenant.id(), true);
    }

    /** ManyChat refuses the key: nothing is sent any more. */
    void wrong(TenantConfig tenant) {
        if (learn(tenant, Verdict.WRONG) != Verdict.WRONG) {
            LOG.error("tenant {}: ManyChat refuses the API key: nothing is pushed until it takes one", tenant.id());
        }
        listener.keyIs(tenant.id(), false);
    }

    /** For each tenant whose key was looked at, whether it is not refused. */
    Map<TenantId, Boolean> states() {
        Map<TenantId, Boolean> states =
                new TreeMap<>((left, right) -> left.value().compareTo(right.value()));
        known.forEach((tenant, what) -> states.put(tenant, what.verdict() != Verdict.WRONG));
        return states;
    }

    /** Forgets tenants that are not served any more. */
    void keep(Collection<TenantConfig> served) {
        Set<TenantId> ids = served.stream().map(TenantConfig::id).collect(Collectors.toSet());
        known.keySet().retainAll(ids);
    }

    private boolean wasAsked(TenantConfig tenant, long now) {
        Known what = known.get(tenant.id());
        return what != null && what.isOf(tenant) && now - what.askedNanos() < BETWEEN_QUESTIONS.toNanos();
    }

    private Verdict verdict(TenantConfig tenant) {
        Known what = known.get(tenant.id());
        return what == null || !what.isOf(tenant) ? Verdict.NOT_KNOWN : what.verdict();
    }

    private Verdict learn(TenantConfig tenant, Verdict verdict) {
        Verdict before = verdict(tenant);
        known.put(tenant.id(), Known.of(tenant, verdict, nanoClock.getAsLong()));
        return before;
    }
}
