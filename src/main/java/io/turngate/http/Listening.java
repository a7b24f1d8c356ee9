package io.turngate.http;

import io.turngate.store.Stores;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServer;

/** Opens a server, and says where if that is not possible. */
final class Listening {

    private Listening() {}

    /**
     * Opens the server once its stores have tried to connect, whether they could or not: they go on by themselves. Fails
     * with an {@link IllegalStateException} whose one line names the address, and then the stores are closed again.
     */
    static Future<HttpServer> on(HttpServer server, Stores stores, int port, String host) {
        return stores.open()
                .transform(tried -> server.listen(port, host))
                .recover(failure -> stores.close()
                        .transform(closed -> Future.failedFuture(new IllegalStateException(
                                "cannot listen on " + host + ":" + Math.max(port, 0) + ": " + failure.getMessage()))));
    }
}
