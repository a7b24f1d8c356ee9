package io.turngate.http;

import io.vertx.core.Future;
import io.vertx.core.http.HttpServer;

/** Opens a server, and says where if that is not possible. */
final class Listening {

    private Listening() {}

    /** Fails with an {@link IllegalStateException} whose one line names the address. */
    static Future<HttpServer> on(HttpServer server, int port, String host) {
        return server.listen(port, host)
                .recover(failure -> Future.failedFuture(new IllegalStateException(
                        "cannot listen on " + host + ":" + Math.max(port, 0) + ": " + failure.getMessage())));
    }
}
