package io.turngate;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.turngate.budget.DailyBudgets;
import io.turngate.config.EvalCase;
import io.turngate.config.GatewayConfig;
import io.turngate.config.TenantConfig;
import io.turngate.conversation.RunLimits;
import io.turngate.core.TurngateException;
import io.turngate.eval.Bench;
import io.turngate.eval.CaseResult;
import io.turngate.eval.EvalRun;
import io.turngate.ops.Metrics;
import io.turngate.ops.ModelMetrics;
import io.turngate.store.EvalStore;
import io.turngate.store.LinkListener;
import io.turngate.store.redis.RedisEvalStore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Everything that cases are run with: a Redis, stores and runners of their own beside whatever else runs. Its methods block
 * and are for the main thread and the shutdown hook alone.
 */
final class EvalBench implements AutoCloseable {

    private static final Duration STEP_LIMIT = Duration.ofSeconds(10);

    /** What a case may take beside its reply deadline: its past, its removal, a Redis that hangs for a moment. */
    private static final Duration BESIDE = Duration.ofSeconds(15);

    private final Vertx vertx;
    private final GatewayConfig gateway;
    private final EvalRedis redis;
    private final Context loop;
    private final EvalStore store;
    private final Thread hook = new Thread(this::interrupted, "shutdown");
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private volatile Optional<EvalRun> run = Optional.empty();

    private EvalBench(Vertx vertx, GatewayConfig gateway, EvalRedis redis) {
        this.vertx = vertx;
        this.gateway = gateway;
        this.redis = redis;
        this.loop = vertx.getOrCreateContext();
        String name = Long.toUnsignedString(new SecureRandom().nextLong(), Character.MAX_RADIX);
        this.store = new RedisEvalStore(vertx, redis.endpoint(), name, LinkListener.DEAF);
    }

    /** Connects; fails with {@link StartFailure}, and then nothing is left running. */
    static EvalBench open(Vertx vertx, GatewayConfig gateway) {
        EvalBench bench = new EvalBench(vertx, gateway, EvalRedis.find(gateway.redis()));
        Runtime.getRuntime().addShutdownHook(bench.hook);
        try {
            bench.onLoop(bench.store::open, STEP_LIMIT);
            return bench;
        } catch (TurngateException e) {
            bench.close();
            throw new StartFailure(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            bench.close();
            throw e;
        }
    }

    /** Runs the cases to their end; hears of each on the event loop. */
    List<CaseResult> run(TenantConfig tenant, List<EvalCase> cases, Consumer<CaseResult> listener) {
        Duration lease = gateway.modelAbort().plus(gateway.replyDeadline());
        Bench bench = new Bench(
                vertx,
                store,
                tenant,
                runners()::of,
                gateway.replyDeadline(),
                new RunLimits(gateway.modelAbort(), lease));
        return onLoop(
                () -> {
                    EvalRun started = new EvalRun(bench, cases, listener);
                    run = Optional.of(started);
                    return started.run();
                },
                gateway.replyDeadline().plus(BESIDE).multipliedBy(cases.size()));
    }

    /** Nobody scrapes what they count, and what they spend is no part of the tenant's day. */
    private Runners runners() {
        MeterRegistry nobody = new CompositeMeterRegistry();
        return new Runners(vertx, new Metrics(nobody), new ModelMetrics(nobody), new DailyBudgets());
    }

    private <T> T onLoop(Supplier<Future<T>> work, Duration limit) {
        Promise<T> done = Promise.promise();
        loop.runOnContext(start -> work.get().onComplete(done));
        return Blocking.await(done.future(), limit);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The hook itself is at work.
            return;
        }
        release();
    }

    private void interrupted() {
        try {
            run.ifPresent(started -> onLoop(started::stop, STEP_LIMIT));
        } catch (RuntimeException e) {
            // What is left in Redis goes by itself.
        } finally {
            release();
        }
    }

    private void release() {
        if (isClosed.compareAndSet(false, true)) {
            try {
                onLoop(store::close, STEP_LIMIT);
            } finally {
                redis.close();
            }
        }
    }
}
