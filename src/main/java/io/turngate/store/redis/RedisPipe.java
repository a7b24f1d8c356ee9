package io.turngate.store.redis;

import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One connection that is up, and how long it has answered nothing. */
final class RedisPipe {

    private final RedisConnection connection;
    private int waiting;
    private long lastReplyNanos = System.nanoTime();

    RedisPipe(RedisConnection connection) {
        this.connection = connection;
    }

    Future<Response> send(Request request) {
        sent();
        return connection.send(request).onComplete(this::replied);
    }

    /** Sends a command that a slot's future owner takes before the slot is its own: both words in one write. */
    Future<Response> sendAsking(Request request) {
        sent();
        return connection
                .batch(List.of(Request.cmd(Command.ASKING), request))
                .onComplete(this::replied)
                .map(replies -> replies.get(1));
    }

    boolean isIdle() {
        return waiting == 0;
    }

    /** Since the last reply, or since something waits for one. */
    long silentMillis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastReplyNanos);
    }

    private void sent() {
        if (waiting++ == 0) {
            lastReplyNanos = System.nanoTime();
        }
    }

    private void replied(AsyncResult<?> reply) {
        waiting--;
        lastReplyNanos = System.nanoTime();
    }
}
