package io.turngate.store.redis;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until replicas have what a server has carried out, on a connection of its own, since {@code WAIT} holds up its
 * connection. {@code WAIT} speaks for the writes of its own connection: a marker is written there first, and what has the
 * marker has everything before it, whoever wrote that. One wait at a time; whoever comes meanwhile shares the next.
 */
final class ReplicaWait {

    private static final Logger LOG = LoggerFactory.getLogger(ReplicaWait.class);

    /** The marker goes by itself soon. */
    private static final String MARKER_MILLIS = "10000";

    /** The server's answer takes its time too. */
    private static final long MARGIN_MILLIS = 100;

    /** While replicas are known to be missing, nobody's answer is held up for longer. */
    private static final long SHORT_MILLIS = 50;

    private final RedisConnection connection;
    private final int replicas;
    private final long timeoutMillis;
    private final IntConsumer shortOfReplicas;
    private @Nullable Group next;
    private boolean waiting;
    private boolean isShort;

    /** Those who wait for the same marker. */
    private static final class Group {
        private final Promise<Void> done = Promise.promise();
        private final String marker;
        private int size;

        private Group(String marker) {
            this.marker = marker;
        }
    }

    /**
     * @param replicas at least 1
     * @param shortOfReplicas told how many waited in vain
     */
    ReplicaWait(RedisConnection connection, int replicas, long timeoutMillis, IntConsumer shortOfReplicas) {
        this.connection = connection;
        this.replicas = replicas;
        this.timeoutMillis = timeoutMillis;
        this.shortOfReplicas = shortOfReplicas;
    }

    /**
     * Completes when enough replicas have what this server has answered for so far, or have not confirmed it in time;
     * fails if the server cannot say, since then it may be no primary any more.
     *
     * @param key one of those that were written
     */
    Future<Void> confirmed(String key) {
        Group group = next == null ? new Group(Keys.marker(key)) : next;
        group.size++;
        if (waiting) {
            next = group;
        } else {
            begin(group);
        }
        return group.done.future();
    }

    private void begin(Group group) {
        waiting = true;
        long patience = isShort ? SHORT_MILLIS : Math.max(SHORT_MILLIS, timeoutMillis - MARGIN_MILLIS);
        connection
                .batch(List.of(
                        Request.cmd(Command.SET, group.marker, "", "PX", MARKER_MILLIS),
                        Request.cmd(Command.WAIT, Integer.toString(replicas), Long.toString(patience))))
                .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .onComplete(replies -> {
                    waiting = false;
                    if (replies.succeeded()) {
                        heard(group, replies.result().get(1));
                    } else {
                        // What was to be confirmed was carried out, whatever became of the marker.
                        group.done.fail(new TurngateException(
                                Kind.STATE_UNAVAILABLE,
                                "Redis did not say what replicas have: " + ErrorAnswer.describe(replies.cause())));
                    }
                    beginNext();
                });
    }

    private void heard(Group group, Response confirmed) {
        boolean nowShort = confirmed.toInteger() < replicas;
        if (nowShort) {
            shortOfReplicas.accept(group.size);
        }
        if (nowShort != isShort) {
            isShort = nowShort;
            if (nowShort) {
                LOG.warn(
                        "{} of {} replicas confirm in time: answers go out that a failover may lose",
                        confirmed.toInteger(),
                        replicas);
            } else {
                LOG.info("{} replicas confirm again", replicas);
            }
        }
        group.done.complete();
    }

    private void beginNext() {
        Group group = next;
        next = null;
        if (group != null) {
            begin(group);
        }
    }
}
