package io.turngate.ops;

import io.turngate.config.TenantConfig.Binding;
import io.turngate.core.TenantId;
import io.turngate.reload.CurrentTenants;
import io.turngate.reload.TenantState;
import io.turngate.reload.TenantState.Serving;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.healthchecks.CheckResult;
import io.vertx.ext.healthchecks.HealthChecks;
import io.vertx.ext.healthchecks.Status;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Whether the gateway should be sent messages. Not while it starts or drains or has no tenant; but while Redis is away
 * it should: a balancer that took out every gateway would leave contacts without a word.
 */
public final class Readiness {

    private static final String STATE = "state";
    private static final String UP = "up";
    private static final String DOWN = "down";

    /** What the process is doing. */
    public enum Phase {
        STARTING,
        SERVING,
        DRAINING
    }

    private volatile Phase phase = Phase.STARTING;
    private final HealthChecks checks;
    private final CurrentTenants tenants;
    private final Supplier<Map<TenantId, Boolean>> pushes;

    /** @param pushes for each tenant with a key for ManyChat's API, whether what is pushed can arrive */
    public Readiness(Vertx vertx, RedisHealth redis, CurrentTenants tenants, Supplier<Map<TenantId, Boolean>> pushes) {
        this.tenants = tenants;
        this.pushes = pushes;
        this.checks = HealthChecks.create(vertx)
                .register("gateway", check -> check.complete(gateway()))
                .register("redis", check -> check.complete(Status.OK(state(redis.state()))))
                .register("tenants", check -> check.complete(servingAnyTenant()));
    }

    /** The process goes over to another phase. */
    public void enter(Phase next) {
        phase = next;
    }

    /** Whether requests are to come, now and later. */
    public boolean isServing() {
        return phase == Phase.SERVING;
    }

    /** A map of component and state, and whether the gateway should be sent messages. */
    public Future<Report> report() {
        return checks.checkStatus().map(this::report);
    }

    /**
     * What a readiness probe is told.
     *
     * @param isReady whether the gateway should be sent messages
     * @param states component and state
     */
    public record Report(boolean isReady, JsonObject states) {}

    private Report report(CheckResult result) {
        JsonObject states = new JsonObject();
        result.getChecks()
                .forEach(check -> states.put(check.getId(), check.getData().getString(STATE)));
        tenants.all().forEach((tenant, state) -> states.put("tenant:" + tenant, word(state)));
        tenants.all().forEach((tenant, state) -> {
            if (state instanceof Serving serving && isRollingOut(serving)) {
                states.put("binding:" + tenant, "not enforced");
            }
        });
        pushes.get().forEach((tenant, arrive) -> states.put("push:" + tenant, arrive ? UP : DOWN));
        return new Report(result.getUp(), states);
    }

    /** A missing token still reads history. */
    private static boolean isRollingOut(Serving serving) {
        Binding binding = serving.tenant().config().binding();
        return binding.mode() == Binding.Mode.TOKEN && !binding.enforce();
    }

    private Status gateway() {
        Phase now = phase;
        Status status = now == Phase.SERVING ? Status.OK() : Status.KO();
        return status.setData(state(now.name().toLowerCase(Locale.ROOT)));
    }

    private Status servingAnyTenant() {
        boolean any = tenants.isAnyServing();
        return (any ? Status.OK() : Status.KO()).setData(state(any ? UP : DOWN));
    }

    /** {@code stale} serves what exists nowhere on disk any more: the newest files were refused. */
    private static String word(TenantState state) {
        if (state instanceof Serving serving) {
            return serving.refused().isPresent() ? "stale" : UP;
        }
        return DOWN;
    }

    private static JsonObject state(String word) {
        return new JsonObject().put(STATE, word);
    }
}
