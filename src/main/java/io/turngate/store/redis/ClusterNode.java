package io.turngate.store.redis;

import io.turngate.store.ServerFacts;
import io.vertx.core.Future;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;

/**
 * A primary of a Cluster.
 *
 * @param address where it is
 * @param link to it
 * @param opening completes with the first attempt to connect
 */
record ClusterNode(RedisAddress address, RedisLink link, Future<ServerFacts> opening) {

    /** Sends a command, also in the moment in which the link is being made; the deadline is in milliseconds. */
    Future<Response> send(Request request, boolean asking, long limitMillis) {
        return opening.isComplete()
                ? sendNow(request, asking, limitMillis)
                : opening.transform(opened -> sendNow(request, asking, limitMillis));
    }

    private Future<Response> sendNow(Request request, boolean asking, long limitMillis) {
        return asking ? link.sendAsking(request, limitMillis) : link.send(request, limitMillis);
    }
}
