package io.turngate;

import io.turngate.store.LinkListener;
import io.turngate.store.ServerFacts;
import io.turngate.store.redis.ContactClock;
import io.turngate.store.redis.RedisEndpoint;
import io.turngate.store.redis.RedisStores;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.util.List;

/** Asks a Redis once who it is: every server of it that holds keys. */
final class RedisProbe {

    /** No gateway: it takes part in no lane. */
    private static final String NAME = "operator";

    private final Vertx vertx;
    private final RedisEndpoint endpoint;

    RedisProbe(Vertx vertx, RedisEndpoint endpoint) {
        this.vertx = vertx;
        this.endpoint = endpoint;
    }

    /** What each server that is reached says; fails with the reason if none can be within a command's deadline or two. */
    Future<List<ServerFacts>> ask() {
        RedisStores stores = new RedisStores(vertx, endpoint, ContactClock.OF_THE_SERVER, NAME, LinkListener.DEAF);
        Promise<List<ServerFacts>> answer = Promise.promise();
        vertx.getOrCreateContext()
                .runOnContext(start -> stores.open().eventually(stores::close).onComplete(answer));
        return answer.future();
    }

    /** A connection for a command of an operator, of a name of its own: it may hold the lease on a delivery. */
    static RedisStores connect(Vertx vertx, RedisEndpoint endpoint) {
        String name = NAME + "-" + Long.toHexString(new SecureRandom().nextLong());
        return new RedisStores(vertx, endpoint, ContactClock.OF_THE_SERVER, name, LinkListener.DEAF);
    }
}
