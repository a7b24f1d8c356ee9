package io.turngate.eval;

import io.turngate.config.TenantConfig;
import io.turngate.conversation.RunLimits;
import io.turngate.runner.Runner;
import io.turngate.store.EvalStore;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Function;

/**
 * What cases are run with.
 *
 * @param vertx whose loop the store belongs to
 * @param store connected
 * @param tenant whose cases they are
 * @param runners makes the runner of a version of the tenant
 * @param replyDeadline how long a request waits
 * @param runs how long a run may take
 */
public record Bench(
        Vertx vertx,
        EvalStore store,
        TenantConfig tenant,
        Function<TenantConfig, Runner> runners,
        Duration replyDeadline,
        RunLimits runs) {}
