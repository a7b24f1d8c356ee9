package io.turngate.reload;

import static org.awaitility.Awaitility.await;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfigParser;
import io.turngate.config.TestConf;
import io.turngate.core.TenantId;
import io.turngate.reload.TenantState.Serving;
import io.turngate.runner.Runner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.core.ThrowingRunnable;
import org.jspecify.annotations.Nullable;

/** A deployed {@link TenantsVerticle} over real files, and what it told. */
final class TestTenants implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(2);

    private record Told(TenantId tenant, ReloadResult result) {}

    private final Vertx vertx = Vertx.vertx();
    private final CurrentTenants current = new CurrentTenants(InstantSource.system());
    private final List<Told> told = new CopyOnWriteArrayList<>();
    private final TenantsVerticle verticle;
    private volatile @Nullable RuntimeException runnerFailure;

    TestTenants(TestConf conf) {
        this.verticle = new TenantsVerticle(
                conf.dir(),
                new TenantConfigParser(TestConf.ENVIRONMENT, TestConf.PROVIDERS),
                this::runner,
                current,
                (tenant, result) -> told.add(new Told(tenant, result)));
    }

    private Runner runner(TenantConfig config) {
        RuntimeException failure = runnerFailure;
        if (failure != null) {
            throw failure;
        }
        return (request, deadline) -> Future.failedFuture("not asked in these tests");
    }

    void start() throws Exception {
        resultOf(vertx.deployVerticle(verticle));
    }

    TenantsVerticle verticle() {
        return verticle;
    }

    CurrentTenants current() {
        return current;
    }

    void failRunnersWith(RuntimeException failure) {
        runnerFailure = failure;
    }

    Serving serving(TenantId id) {
        return (Serving) current.find(id);
    }

    boolean secretIs(TenantId id, String value) {
        return current.find(id) instanceof Serving serving
                && serving.tenant().config().secrets().contains(new Secret(value));
    }

    List<ReloadResult.Kind> told(TenantId id) {
        return told.stream()
                .filter(one -> one.tenant().equals(id))
                .map(one -> one.result().kind())
                .toList();
    }

    void clearTold() {
        told.clear();
    }

    void within2Seconds(ThrowingRunnable assertion) {
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .ignoreExceptions()
                .untilAsserted(assertion);
    }

    <T> T resultOf(Future<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    Throwable failureOf(Future<?> future) throws InterruptedException, TimeoutException {
        try {
            throw new AssertionError("did not fail but gave " + resultOf(future));
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        }
    }

    @Override
    public void close() throws Exception {
        resultOf(vertx.close());
    }
}
