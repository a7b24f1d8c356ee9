package io.turngate;

import io.turngate.core.TurngateException;
import io.turngate.reload.CurrentTenants;
import io.turngate.reload.TenantState;
import io.turngate.reload.TenantState.NeverLoaded;
import io.turngate.store.ServerFacts;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What keeps a gateway from starting, each with a {@link StartFailure}. Blocks; for the main thread alone. */
final class StartChecks {

    private static final Logger LOG = LoggerFactory.getLogger(StartChecks.class);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Gateway.Settings settings;

    StartChecks(Gateway.Settings settings) {
        this.settings = settings;
    }

    /** A server that cannot be reached is no reason not to start: it may come back, and contacts are handed over. */
    void refuseEvictingRedis(Vertx vertx) {
        List<ServerFacts> servers;
        try {
            servers = Blocking.await(new RedisProbe(vertx, settings.redis()).ask(), LIMIT);
        } catch (TurngateException e) {
            LOG.error("{}: contacts are handed over until this is mended", e.getMessage());
            return;
        }
        if (settings.config().redis().allowEviction()) {
            return;
        }
        servers.stream().filter(ServerFacts::mayEvict).findFirst().ifPresent(facts -> {
            throw new StartFailure("Redis may evict keys (maxmemory-policy "
                    + facts.maxmemoryPolicy().orElse("unknown")
                    + "): expected noeviction, or redis.allowEviction in gateway.json");
        });
    }

    /** No tenant at all; with {@code --strict} one that could not be loaded. */
    void refuseBadTenants(CurrentTenants tenants) {
        List<String> lines = new ArrayList<>();
        for (TenantState state : tenants.all().values()) {
            if (state instanceof NeverLoaded bad) {
                bad.refused().problems().forEach(problem -> lines.add(problem.toString()));
            }
        }
        if (!tenants.isAnyServing()) {
            lines.add("no tenant could be loaded");
            throw new StartFailure(lines);
        }
        if (settings.strict() && !lines.isEmpty()) {
            lines.add("a tenant could not be loaded");
            throw new StartFailure(lines);
        }
    }
}
