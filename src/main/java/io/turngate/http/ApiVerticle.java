package io.turngate.http;

import io.turngate.config.GatewayConfig;
import io.turngate.conversation.MessageService;
import io.turngate.core.Deadline;
import io.turngate.manychat.Callbacks;
import io.turngate.manychat.MessageParser;
import io.turngate.manychat.TokenFieldIds;
import io.turngate.ops.LoopLag;
import io.turngate.ops.Metrics;
import io.turngate.ops.Readiness;
import io.turngate.reload.CurrentTenants;
import io.turngate.store.Stores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The public server on one event loop, with the connection to Redis that its messages go by. */
public final class ApiVerticle extends VerticleBase {

    private static final int IDLE_SECONDS = 75;
    private static final long LOOK_MILLIS = 50;

    private final GatewayConfig config;
    private final Shared shared;
    private final Function<Vertx, Stores> openStores;
    private @Nullable HttpServer server;
    private @Nullable Stores stores;

    /** What all instances have in common. */
    public record Shared(
            CurrentTenants tenants,
            MessageService.Shared messages,
            TokenFieldIds tokenFieldIds,
            CallerBudgets budgets,
            Watch watch) {

        public Shared(
                CurrentTenants tenants,
                MessageService.Shared messages,
                TokenFieldIds tokenFieldIds,
                int requestsPerMinutePerAddress,
                Watch watch) {
            this(tenants, messages, tokenFieldIds, new CallerBudgets(requestsPerMinutePerAddress), watch);
        }
    }

    /** What is counted of requests, and whether more are to come. */
    public record Watch(Metrics metrics, Readiness readiness) {}

    public ApiVerticle(GatewayConfig config, Shared shared, Function<Vertx, Stores> openStores) {
        this.config = config;
        this.shared = shared;
        this.openStores = openStores;
    }

    /** Listens even while Redis is away: contacts are then handed to a person. */
    @Override
    public Future<?> start() {
        Stores opened = openStores.apply(vertx);
        stores = opened;
        LoopLag lag = LoopLag.watch(vertx, shared.watch().metrics()::loopLate);
        return Listening.on(
                        vertx.createHttpServer(options()).requestHandler(router(opened, lag)),
                        opened,
                        sharedPort(config.http().port()),
                        config.http().host())
                .onSuccess(listening -> server = listening);
    }

    /** The port that the server listens on. */
    public int port() {
        return server == null ? -1 : server.actualPort();
    }

    /** Takes no new connections; lets the requests in flight finish, and the runs whose callers were answered already. */
    @Override
    public Future<?> stop() {
        Deadline drain = Deadline.after(config.drain());
        Future<Void> drained = server == null
                ? Future.succeededFuture()
                : server.shutdown(config.drain().toMillis(), TimeUnit.MILLISECONDS);
        return drained.eventually(() -> runsAreOver(drain))
                .eventually(() -> stores == null ? Future.succeededFuture() : stores.close());
    }

    private Future<Void> runsAreOver(Deadline drain) {
        if (shared.messages().lanes().isIdle() || drain.remainingMillis() == 0) {
            return Future.succeededFuture();
        }
        return vertx.timer(LOOK_MILLIS, TimeUnit.MILLISECONDS).compose(looked -> runsAreOver(drain));
    }

    private Router router(Stores opened, LoopLag lag) {
        MessageService service =
                new MessageService(vertx, opened.conversations(), shared.messages(), lag::evenedMillis);
        CallerAddress callers = new CallerAddress(config.http().trustedProxies());
        Router router = Router.router(vertx);
        new FailureHandler(shared.watch().metrics(), path -> "POST").guard(router);
        MessagesRoute.mount(
                router,
                new RequestIdHandler(config.replyDeadline()),
                new TenantAuthHandler(shared.tenants(), shared.budgets(), callers),
                new MessagesHandler(
                        service,
                        new MessageParser(),
                        new MessagesHandler.Answering(
                                new Callbacks(
                                        config.http().publicUrl(), TokenFieldIds.CONFIGURED.or(shared.tokenFieldIds())),
                                shared.messages().pushes()),
                        shared.watch()));
        return router;
    }

    /** For Vert.x 0 is another port for each instance, a negative number one free port for all. */
    private static int sharedPort(int port) {
        return port == 0 ? -1 : port;
    }

    private static HttpServerOptions options() {
        return new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                // There are no web sockets here, and their handlers would see each request and each answer.
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setIdleTimeout(IDLE_SECONDS)
                .setIdleTimeoutUnit(TimeUnit.SECONDS)
                .setTcpNoDelay(true);
    }
}
