package io.turngate.store.redis;

import io.turngate.core.TurngateException.Kind;
import io.turngate.store.LinkListener;
import io.turngate.store.ServerFacts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;

/**
 * The servers that hold what is kept, as one event loop reaches them: each key is with one of them. Opened, used and
 * closed on that event loop.
 */
interface Primaries {

    /** Those of an endpoint, in its mode. */
    static Primaries of(Vertx vertx, RedisEndpoint endpoint, LinkListener listener) {
        return switch (endpoint.mode()) {
            case STANDALONE -> SinglePrimary.standalone(vertx, endpoint, listener);
            case SENTINEL -> SinglePrimary.sentinel(vertx, endpoint, listener);
            case CLUSTER -> new ClusterPrimaries(vertx, endpoint, listener);
        };
    }

    /**
     * Begins to connect, and goes on until it is closed. Completes with the first attempt: with what each server that was
     * reached says of itself, failed if none was.
     */
    Future<List<ServerFacts>> open();

    /**
     * Sends a command, or a script, to the server that holds its key. Fails with {@link Kind#STATE_UNAVAILABLE}, or with
     * {@link Kind#STATE_OFFLINE} if it was not carried out; the cause is what Redis answered, for {@link ErrorAnswer}.
     *
     * @param key the first of its keys; all of them lie in one slot
     */
    Future<Response> send(String key, Request request);

    /**
     * The same for a write, whose reply is passed on once as many replicas have it as the endpoint says, or have not
     * confirmed it within a command's deadline.
     */
    Future<Response> sendKept(String key, Request request);

    /** All of them, in an order that stays. */
    List<Primary> all();

    /** This moment by the clock of the server that holds the key, epoch milliseconds, as far as is known. */
    long nowMillis(String key);

    /** Takes over what the clock of the server that holds the key said a moment ago. */
    void clockSaid(String key, long nowMillis);

    /** The deadline of one command. */
    long timeoutMillis();

    /** Closes all connections; what is in flight fails. */
    Future<Void> close();

    /**
     * One of them.
     *
     * @param name the same for as long as it is the same server; holds no blank
     * @param link to it
     */
    record Primary(String name, RedisLink link) {}
}
