package io.turngate.ops;

import io.turngate.core.Deadline;
import io.turngate.core.TenantId;
import io.turngate.runner.Runner;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerRequest;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;

/** Times a runner. */
public final class MeteredRunner implements Runner {

    private final Runner runner;
    private final TenantId tenant;
    private final String provider;
    private final Metrics metrics;

    public MeteredRunner(Runner runner, TenantId tenant, String provider, Metrics metrics) {
        this.runner = runner;
        this.tenant = tenant;
        this.provider = provider;
        this.metrics = metrics;
    }

    @Override
    public Future<RunnerReply> run(RunnerRequest request, Deadline deadline) {
        long startNanos = System.nanoTime();
        return runner.run(request, deadline)
                .onComplete(
                        reply -> metrics.runnerAsked(tenant, provider, isGood(reply), System.nanoTime() - startNanos));
    }

    private static boolean isGood(AsyncResult<RunnerReply> reply) {
        return reply.succeeded() && reply.result().fault().isEmpty();
    }
}
