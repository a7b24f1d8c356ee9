package io.turngate.http;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.turngate.config.GatewayConfig;
import io.turngate.ops.Metrics;
import io.turngate.ops.Readiness;
import io.turngate.reload.CurrentTenants;
import io.turngate.reload.TenantsVerticle;
import io.turngate.store.Stores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The management server: health, metrics and, with a token, operations. */
public final class ManagementVerticle extends VerticleBase {

    private final GatewayConfig.Management config;
    private final Watched watched;
    private final Function<Vertx, Stores> openStores;
    private @Nullable HttpServer server;
    private @Nullable Stores stores;

    /** What the server shows. */
    public record Watched(
            Readiness readiness,
            PrometheusMeterRegistry registry,
            Metrics metrics,
            CurrentTenants tenants,
            TenantsVerticle reloads) {}

    public ManagementVerticle(GatewayConfig.Management config, Watched watched, Function<Vertx, Stores> openStores) {
        this.config = config;
        this.watched = watched;
        this.openStores = openStores;
    }

    @Override
    public Future<?> start() {
        Stores opened = openStores.apply(vertx);
        stores = opened;
        return Listening.on(
                        vertx.createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(false))
                                .requestHandler(router(opened)),
                        opened,
                        config.port(),
                        config.host())
                .onSuccess(listening -> server = listening);
    }

    /** The port that the server listens on. */
    public int port() {
        return server == null ? -1 : server.actualPort();
    }

    @Override
    public Future<?> stop() {
        Future<Void> closed = server == null ? Future.succeededFuture() : server.close();
        return closed.eventually(() -> stores == null ? Future.succeededFuture() : stores.close());
    }

    private Router router(Stores opened) {
        Router router = Router.router(vertx);
        new FailureHandler(watched.metrics(), path -> path.endsWith("/reload") ? "POST" : "GET").guard(router);
        router.get("/health/live").handler(context -> Replies.json(context, 200, Replies.state("up")));
        router.get("/health/ready").handler(this::ready);
        router.get("/metrics").handler(this::metrics);
        router.route("/tenants*").handler(new AdminAuthHandler(config.adminToken()));
        TenantsRoutes tenants = new TenantsRoutes(watched.tenants(), watched.reloads());
        router.get("/tenants").handler(tenants::list);
        router.get("/tenants/:tenant/rules").handler(tenants::rules);
        router.post("/tenants/:tenant/reload").handler(tenants::reload);
        router.get("/tenants/:tenant/contacts/:contact")
                .handler(new ContactHandler(watched.tenants(), opened.ledger()));
        return router;
    }

    private void ready(RoutingContext context) {
        watched.readiness()
                .report()
                .onSuccess(report -> Replies.json(context, report.isReady() ? 200 : 503, report.states()))
                .onFailure(context::fail);
    }

    /** A scrape walks every meter: not on the event loop. */
    private void metrics(RoutingContext context) {
        vertx.executeBlocking(() -> watched.registry().scrape(), false)
                .onSuccess(text -> context.response()
                        .putHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
                        .end(text))
                .onFailure(context::fail);
    }
}
