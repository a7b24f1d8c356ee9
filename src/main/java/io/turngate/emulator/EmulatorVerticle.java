package io.turngate.emulator;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.handler.BodyHandler;
import java.util.Optional;

/** The emulator's server; its event loop is where all of its state changes. */
final class EmulatorVerticle extends VerticleBase {

    private static final int BODY_LIMIT = 262_144;

    private final EmulatorOptions options;
    private final EmulatorParts parts;
    private Optional<HttpServer> server = Optional.empty();
    private volatile int port;

    EmulatorVerticle(EmulatorOptions options, EmulatorParts parts) {
        this.options = options;
        this.parts = parts;
        this.port = options.port();
    }

    @Override
    public Future<?> start() {
        return open();
    }

    @Override
    public Future<?> stop() {
        return shut();
    }

    /** Where it listens, or listened last. */
    int port() {
        return port;
    }

    Context context() {
        return context;
    }

    /** Listens, on the port it had before. */
    Future<Void> open() {
        if (server.isPresent()) {
            return Future.succeededFuture();
        }
        HttpServer opening = vertx.createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(false))
                .requestHandler(router());
        server = Optional.of(opening);
        return opening.listen(port, options.host())
                .onSuccess(listening -> port = listening.actualPort())
                .onFailure(failure -> server = Optional.empty())
                .mapEmpty();
    }

    /** Refuses connections; those that are there are cut. */
    Future<Void> shut() {
        Future<Void> closed = server.map(HttpServer::close).orElseGet(Future::succeededFuture);
        server = Optional.empty();
        return closed;
    }

    private Router router() {
        Router router = Router.router(vertx);
        router.route().handler(BodyHandler.create(false).setBodyLimit(BODY_LIMIT));
        parts.addTo(router);
        return router;
    }
}
