package io.turngate.runner.wire;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An HTTP client for each event loop, made when the loop first asks. A shared one would lend connections of other loops,
 * and each chunk of an answer would change threads twice. TLS is verified, answers are not asked for compressed.
 */
public final class ClientPerLoop {

    /** Calls in flight for each loop and endpoint: one connection each, as HTTP/1.1 has it. */
    private static final int CONNECTIONS = 2_000;
    /** Calls that wait for a connection; beyond them a call fails at once. */
    private static final int WAITING = 1_000;

    private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
    private static final int KEEP_ALIVE_SECONDS = 30;
    /** A provider's addresses change: no connection outlives this. */
    private static final int LIFETIME_SECONDS = 600;

    private final Vertx vertx;
    private final Map<Thread, HttpClient> clients = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public ClientPerLoop(Vertx vertx) {
        this.vertx = vertx;
    }

    /**
     * The client of the calling event loop.
     *
     * @throws IllegalStateException on any other thread, and once closed
     */
    HttpClient get() {
        if (!Context.isOnEventLoopThread()) {
            throw new IllegalStateException("not on an event loop");
        }
        if (closed) {
            throw new IllegalStateException("closed");
        }
        return clients.computeIfAbsent(Thread.currentThread(), first -> client());
    }

    Vertx vertx() {
        return vertx;
    }

    /** Closes every connection; calls in flight end as if the provider had. */
    public Future<Void> close() {
        closed = true;
        return Future.join(clients.values().stream().map(HttpClient::close).toList())
                .mapEmpty();
    }

    private HttpClient client() {
        return vertx.createHttpClient(
                new HttpClientOptions()
                        .setConnectTimeout(CONNECT_TIMEOUT_MILLIS)
                        .setKeepAliveTimeout(KEEP_ALIVE_SECONDS),
                new PoolOptions()
                        .setHttp1MaxSize(CONNECTIONS)
                        .setMaxWaitQueueSize(WAITING)
                        .setMaxLifetime(LIFETIME_SECONDS));
    }
}
