package io.turngate.reload;

import io.turngate.config.ConfigException;
import io.turngate.config.Problem;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfigParser;
import io.turngate.core.TenantId;
import io.turngate.core.TurngateException;
import io.turngate.runner.Runner;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the tenants' configuration: loads it, watches the folders by content, reloads when asked. Whatever is wrong keeps
 * the last good configuration. One instance only.
 */
public final class TenantsVerticle extends VerticleBase {

    private static final Logger LOG = LoggerFactory.getLogger(TenantsVerticle.class);
    private static final long BETWEEN_SCANS_MILLIS = 500;

    private final Path confDir;
    private final TenantJudge judge;
    private final ReloadQueue queue = new ReloadQueue(this::run);
    private String lastFailure = "";
    private boolean stopped;

    /**
     * @param confDir the folder that holds tenants/
     * @param parser knows the environment and the runners that can be chosen
     * @param runners makes a tenant's runner on a worker thread; may throw {@link ConfigException}
     * @param current what is kept up to date
     * @param listener hears what becomes of tenants
     */
    public TenantsVerticle(
            Path confDir,
            TenantConfigParser parser,
            Function<TenantConfig, Runner> runners,
            CurrentTenants current,
            ReloadListener listener) {
        this.confDir = confDir;
        this.judge = new TenantJudge(parser, runners, current, listener);
    }

    /**
     * Loads every tenant once, then watches. Fails with a {@link ConfigException} only if tenants/ cannot be read;
     * whether any tenant loaded stands in {@link CurrentTenants}.
     */
    @Override
    public Future<?> start() {
        return queue.submit(ReloadScope.START)
                .recover(failure -> Future.failedFuture(new ConfigException(List.of(new Problem(
                        "tenants", "", "is missing or cannot be read: expected a folder with one folder a tenant")))))
                .onSuccess(results -> scheduleScan());
    }

    @Override
    public Future<?> stop() {
        stopped = true;
        return Future.succeededFuture();
    }

    /**
     * Reloads one tenant, secrets included. May be called from any thread; completes on the caller's context. Fails with
     * {@link TurngateException.Kind#NOT_FOUND} if there is no such tenant, neither known nor on disk, and with an
     * {@link java.io.IOException} if tenants/ cannot be read.
     */
    public Future<ReloadResult> reload(TenantId tenant) {
        return ask(ReloadScope.of(tenant)).compose(results -> {
            ReloadResult result = results.get(tenant);
            return result == null
                    ? Future.failedFuture(new TurngateException(TurngateException.Kind.NOT_FOUND, "no such tenant"))
                    : Future.succeededFuture(result);
        });
    }

    /**
     * Reloads every tenant, secrets included, and tells what became of each. May be called from any thread; completes on
     * the caller's context. Fails with an {@link java.io.IOException} if tenants/ cannot be read.
     */
    public Future<Map<TenantId, ReloadResult>> reloadAll() {
        return ask(ReloadScope.ALL);
    }

    private Future<Map<TenantId, ReloadResult>> ask(ReloadScope scope) {
        Context caller = vertx.getOrCreateContext();
        Promise<Map<TenantId, ReloadResult>> answer = Promise.promise();
        context.runOnContext(here -> queue.submit(scope)
                .onComplete((results, failure) -> caller.runOnContext(there -> answer.complete(results, failure))));
        return answer.future();
    }

    private Future<Map<TenantId, ReloadResult>> run(ReloadScope scope) {
        return new ReloadRun(vertx, confDir, judge, scope)
                .start()
                .onSuccess(results -> lastFailure = "")
                .onFailure(this::logOnce);
    }

    /** The next scan is set only when this one is over, so that a slow disk is never asked twice at a time. */
    private void scheduleScan() {
        if (stopped) {
            return;
        }
        vertx.setTimer(BETWEEN_SCANS_MILLIS, timer -> {
            if (queue.isBusy()) {
                scheduleScan();
            } else {
                queue.submit(ReloadScope.WATCH).onComplete(scanned -> scheduleScan());
            }
        });
    }

    private void logOnce(Throwable failure) {
        if (!failure.toString().equals(lastFailure)) {
            lastFailure = failure.toString();
            LOG.error("tenants/ cannot be read, every tenant stays as it is", failure);
        }
    }
}
