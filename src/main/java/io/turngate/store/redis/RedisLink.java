package io.turngate.store.redis;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.store.ServerFacts;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pipelined connection to one server, which comes back by itself. Belongs to the event loop that made it.
 *
 * <p>Every command has a deadline. A connection that is closed, or silent for as long as a command may take while
 * something waits for it, is given up with its whole client (only that really cuts the socket), and a fresh one is made
 * with backoff and jitter. Meanwhile commands fail at once.
 */
final class RedisLink {

    private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);
    private static final long FIRST_BACKOFF_MILLIS = 25;
    private static final long MAX_BACKOFF_MILLIS = 500;
    private static final long WATCH_MILLIS = 100;
    private static final long HEARTBEAT_MILLIS = 2_000;

    private final Vertx vertx;
    private final Parts parts;
    private final Events events;

    /** Tells the handlers of an earlier connection that they are out of date. */
    private int generation;

    private int attempt;
    private @Nullable Redis client;
    private @Nullable RedisPipe pipe;
    private @Nullable ReplicaWait replicas;
    private @Nullable Promise<ServerFacts> opening;
    private long watchTimer = -1;
    private long retryTimer = -1;
    private boolean closed;
    private String lastTold = "";
    private long clockOffsetMillis;

    /**
     * What a link is made of.
     *
     * @param name what the log calls the server
     * @param terms how it is spoken to
     * @param address where it is just now; empty if nobody knows
     * @param greeting what a new connection begins with
     */
    record Parts(String name, LinkTerms terms, Supplier<Optional<RedisAddress>> address, Greeting greeting) {}

    /** Hears what becomes of a link; called on its event loop. */
    interface Events {

        void up(RedisAddress server, ServerFacts facts);

        void down();

        void command(long nanos, boolean succeeded);

        void shortOfReplicas(int answers);
    }

    RedisLink(Vertx vertx, Parts parts, Events events) {
        this.vertx = vertx;
        this.parts = parts;
        this.events = events;
    }

    /** Begins to connect, and goes on until it is closed. Completes with the first attempt, well or not. */
    Future<ServerFacts> open() {
        Promise<ServerFacts> promise = Promise.promise();
        opening = promise;
        watchTimer = vertx.setPeriodic(WATCH_MILLIS, timer -> watch());
        connect();
        return promise.future();
    }

    boolean isUp() {
        return pipe != null;
    }

    /**
     * Sends a command; fails with {@link Kind#STATE_UNAVAILABLE}, or with {@link Kind#STATE_OFFLINE} if it was not carried
     * out. The cause is what Redis answered, for {@link ErrorAnswer}.
     */
    Future<Response> send(Request request) {
        return send(request, timeoutMillis());
    }

    /** The same with another deadline, of 1 ms or more. */
    Future<Response> send(Request request, long limitMillis) {
        RedisPipe current = pipe;
        return current == null ? offline() : timed(current.send(request), limitMillis);
    }

    /** The same for a key in a slot that is being moved here. */
    Future<Response> sendAsking(Request request, long limitMillis) {
        RedisPipe current = pipe;
        return current == null ? offline() : timed(current.sendAsking(request), limitMillis);
    }

    /**
     * Passes a reply on once enough replicas have what was carried out, or have not confirmed it in time. Fails like a
     * command, and then nobody knows whether it will be kept.
     *
     * @param key one of those that were written
     */
    Future<Response> confirmed(String key, Response reply) {
        if (!parts.terms().waits()) {
            return Future.succeededFuture(reply);
        }
        ReplicaWait current = replicas;
        return current == null
                ? Future.failedFuture(unavailable("the connection to Redis was lost before replicas had confirmed"))
                : current.confirmed(key).map(reply);
    }

    /** This moment by the server's clock, as far as the last look at it tells. */
    long serverNowMillis() {
        return System.currentTimeMillis() + clockOffsetMillis;
    }

    /** Takes over what the server's clock said a moment ago. */
    void serverClockSaid(long serverNowMillis) {
        clockOffsetMillis = serverNowMillis - System.currentTimeMillis();
    }

    long timeoutMillis() {
        return parts.terms().timeoutMillis();
    }

    /** Gives the connection up and makes a new one at once, to where the server is now. */
    void redial(String why) {
        if (closed) {
            return;
        }
        attempt = 0;
        if (pipe == null) {
            vertx.cancelTimer(retryTimer);
            giveUp();
            connect();
        } else {
            down(generation, why, this::connect);
        }
    }

    Future<Void> close() {
        closed = true;
        vertx.cancelTimer(watchTimer);
        vertx.cancelTimer(retryTimer);
        generation++;
        pipe = null;
        Redis current = client;
        client = null;
        return current == null ? Future.succeededFuture() : current.close();
    }

    private Future<Response> timed(Future<Response> sent, long limitMillis) {
        long sentNanos = System.nanoTime();
        return sent.timeout(limitMillis, TimeUnit.MILLISECONDS)
                .onComplete(reply -> events.command(System.nanoTime() - sentNanos, reply.succeeded()))
                .recover(failure -> Future.failedFuture(refine(failure)));
    }

    private static Future<Response> offline() {
        return Future.failedFuture(new TurngateException(Kind.STATE_OFFLINE, "Redis is not connected"));
    }

    private void watch() {
        RedisPipe current = pipe;
        if (current == null) {
            return;
        }
        long silentMillis = current.silentMillis();
        if (!current.isIdle() && silentMillis > timeoutMillis()) {
            down(generation, "no reply for " + silentMillis + " ms", this::connectLater);
        } else if (current.isIdle() && silentMillis > HEARTBEAT_MILLIS) {
            // A server that hangs while nobody asks anything would otherwise count as well.
            send(Request.cmd(Command.PING)).onFailure(failure -> LOG.debug("no heartbeat: {}", failure.getMessage()));
        }
    }

    private void connectLater() {
        retryTimer = vertx.setTimer(backoffMillis(), timer -> connect());
    }

    private void connect() {
        int mine = ++generation;
        Optional<RedisAddress> address = parts.address().get();
        Future<ServerFacts> connected = address.isEmpty()
                ? Future.failedFuture("nobody knows where it is")
                : connect(mine, address.get()).timeout(timeoutMillis(), TimeUnit.MILLISECONDS);
        connected.onComplete(result -> {
            if (result.failed()) {
                down(mine, ErrorAnswer.describe(result.cause()), this::connectLater);
                answerOpening(Future.failedFuture(unavailable(
                        "cannot connect to " + parts.name() + ": " + ErrorAnswer.describe(result.cause()))));
            } else {
                answerOpening(connected);
            }
        });
    }

    private Future<ServerFacts> connect(int mine, RedisAddress address) {
        Redis fresh = Redis.createClient(vertx, parts.terms().options(address));
        client = fresh;
        return fresh.connect()
                .compose(made -> parts.greeting().greet(fresh, made).map(greeted -> {
                    connected(mine, address, made, greeted);
                    return greeted.facts();
                }));
    }

    private void connected(int mine, RedisAddress address, RedisConnection made, Greeting.Greeted greeted) {
        if (mine != generation || closed) {
            return;
        }
        if (!lastTold.isEmpty()) {
            LOG.info("{} connection is back", parts.name());
            lastTold = "";
        }
        serverClockSaid(greeted.nowMillis());
        pipe = new RedisPipe(watched(mine, made));
        replicas = greeted.companion()
                .map(second -> watched(mine, second))
                .filter(second -> parts.terms().waits())
                .map(second ->
                        new ReplicaWait(second, parts.terms().waitReplicas(), timeoutMillis(), events::shortOfReplicas))
                .orElse(null);
        attempt = 0;
        events.up(address, greeted.facts());
    }

    private RedisConnection watched(int mine, RedisConnection made) {
        return made.endHandler(end -> down(mine, "the connection was closed", this::connectLater))
                .exceptionHandler(failure -> down(mine, ErrorAnswer.describe(failure), this::connectLater));
    }

    private void down(int mine, String why, Runnable connectAgain) {
        if (mine != generation || closed) {
            return;
        }
        boolean wasUp = pipe != null;
        giveUp();
        tell(parts.name() + (wasUp ? " connection lost: " : " cannot be reached: ") + why);
        if (wasUp) {
            events.down();
        }
        connectAgain.run();
    }

    private void giveUp() {
        generation++;
        pipe = null;
        replicas = null;
        Redis lost = client;
        client = null;
        if (lost != null) {
            lost.close().onFailure(failure -> LOG.debug("an old connection did not close", failure));
        }
    }

    private void answerOpening(Future<ServerFacts> answer) {
        Promise<ServerFacts> promise = opening;
        opening = null;
        if (promise != null) {
            answer.onComplete(promise);
        }
    }

    /** Once for each reason, not once for each attempt. */
    private void tell(String news) {
        if (!news.equals(lastTold)) {
            LOG.warn(news);
            lastTold = news;
        }
    }

    private long backoffMillis() {
        long full = Math.min(MAX_BACKOFF_MILLIS, FIRST_BACKOFF_MILLIS << Math.min(attempt++, 10));
        return full / 2 + ThreadLocalRandom.current().nextLong(full / 2 + 1);
    }

    /** A replica that was a primary cannot be written to: only a new connection finds the new primary. */
    private Throwable refine(Throwable failure) {
        TurngateException refined = ErrorAnswer.refine(failure);
        if (ErrorAnswer.of(refined) == ErrorAnswer.DEMOTED) {
            down(generation, "the server has become a replica", this::connectLater);
        }
        return refined;
    }

    private static TurngateException unavailable(String text) {
        return new TurngateException(Kind.STATE_UNAVAILABLE, text);
    }
}
