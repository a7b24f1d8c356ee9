package io.turngate.store.redis;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.store.LinkListener;
import io.turngate.store.ServerFacts;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One pipelined connection to one Redis, which comes back by itself. Belongs to the event loop that made it.
 *
 * <p>Every command has a deadline. A connection that is closed, or silent for as long as a command may take while
 * something waits for it, is given up with its whole client (only that really cuts the socket), and a fresh one is made
 * with backoff and jitter. Meanwhile commands fail at once.
 */
final class RedisLink {

    private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);
    private static final int MAX_WAITING_COMMANDS = 32_768;
    private static final long FIRST_BACKOFF_MILLIS = 25;
    private static final long MAX_BACKOFF_MILLIS = 500;
    private static final long WATCH_MILLIS = 100;
    private static final long HEARTBEAT_MILLIS = 2_000;

    private final Vertx vertx;
    private final RedisEndpoint endpoint;
    private final List<Script> scripts;
    private final LinkListener listener;
    private final long timeoutMillis;

    /** Tells the handlers of an earlier connection that they are out of date. */
    private int generation;

    private int attempt;
    private @Nullable Redis client;
    private @Nullable RedisConnection connection;
    private @Nullable Promise<ServerFacts> opening;
    private long watchTimer = -1;
    private boolean closed;
    private String lastTold = "";
    private int waiting;
    private long lastReplyNanos;
    private long clockOffsetMillis;

    RedisLink(Vertx vertx, RedisEndpoint endpoint, List<Script> scripts, LinkListener listener) {
        this.vertx = vertx;
        this.endpoint = endpoint;
        this.scripts = scripts;
        this.listener = listener;
        this.timeoutMillis = endpoint.commandTimeout().toMillis();
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
        return connection != null;
    }

    /**
     * Sends a command; fails with {@link Kind#STATE_UNAVAILABLE}, with {@link Kind#STATE_OFFLINE} if it was not sent, or with
     * the error that Redis answered.
     */
    Future<Response> send(Request request) {
        RedisConnection current = connection;
        if (current == null) {
            return Future.failedFuture(new TurngateException(Kind.STATE_OFFLINE, "Redis is not connected"));
        }
        long sentNanos = System.nanoTime();
        if (waiting++ == 0) {
            lastReplyNanos = sentNanos;
        }
        int sentBy = generation;
        return current.send(request)
                .onComplete(reply -> replied(sentBy))
                .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .onComplete(reply -> listener.command(System.nanoTime() - sentNanos, reply.succeeded()))
                .recover(failure -> Future.failedFuture(refine(failure)));
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
        return timeoutMillis;
    }

    Future<Void> close() {
        closed = true;
        vertx.cancelTimer(watchTimer);
        generation++;
        connection = null;
        Redis current = client;
        client = null;
        return current == null ? Future.succeededFuture() : current.close();
    }

    private void replied(int sentBy) {
        if (sentBy == generation) {
            waiting--;
            lastReplyNanos = System.nanoTime();
        }
    }

    private void watch() {
        long silentMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastReplyNanos);
        if (connection == null) {
            return;
        }
        if (waiting > 0 && silentMillis > timeoutMillis) {
            down(generation, "no reply for " + silentMillis + " ms");
        } else if (waiting == 0 && silentMillis > HEARTBEAT_MILLIS) {
            // A server that hangs while nobody asks anything would otherwise count as well.
            send(Request.cmd(Command.PING)).onFailure(failure -> LOG.debug("no heartbeat: {}", describe(failure)));
        }
    }

    private void connect() {
        int mine = ++generation;
        waiting = 0;
        Redis fresh = Redis.createClient(vertx, options());
        client = fresh;
        fresh.connect()
                .compose(made -> greet(made).map(facts -> {
                    connected(mine, made, facts);
                    return facts;
                }))
                .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
                .onComplete(result -> {
                    if (result.failed()) {
                        down(mine, describe(result.cause()));
                    }
                    answerOpening(result.succeeded() ? Future.succeededFuture(result.result()) : failedOpening(result));
                });
    }

    private static <T> Future<T> failedOpening(AsyncResult<?> result) {
        return Future.failedFuture(unavailable("cannot connect to Redis: " + describe(result.cause())));
    }

    private void answerOpening(Future<ServerFacts> answer) {
        Promise<ServerFacts> promise = opening;
        opening = null;
        if (promise != null) {
            answer.onComplete(promise);
        }
    }

    private RedisOptions options() {
        RedisOptions options = new RedisOptions()
                .setConnectionString(endpoint.uri())
                .setMaxPoolSize(1)
                .setMaxPoolWaiting(1)
                .setMaxWaitingHandlers(MAX_WAITING_COMMANDS);
        options.getNetClientOptions().setConnectTimeout((int) timeoutMillis).setTcpKeepAlive(true);
        RedisOptions named = endpoint.username().map(options::setUser).orElse(options);
        return endpoint.password()
                .map(password -> named.setPassword(password.reveal()))
                .orElse(named);
    }

    /** Asks the server who it is and what its clock says, and leaves the scripts with it. */
    private Future<ServerFacts> greet(RedisConnection made) {
        List<Request> greeting = new ArrayList<>();
        greeting.add(Request.cmd(Command.INFO));
        greeting.add(Request.cmd(Command.TIME));
        for (Script script : scripts) {
            greeting.add(Request.cmd(Command.SCRIPT).arg("LOAD").arg(script.source()));
        }
        return made.batch(greeting).map(replies -> {
            Response time = replies.get(1);
            serverClockSaid(time.get(0).toLong() * 1_000 + time.get(1).toLong() / 1_000);
            return ServerFacts.parse(replies.get(0).toString());
        });
    }

    private void connected(int mine, RedisConnection made, ServerFacts facts) {
        if (mine != generation || closed) {
            return;
        }
        if (!lastTold.isEmpty()) {
            LOG.info("Redis connection is back");
            lastTold = "";
        }
        connection = made.endHandler(end -> down(mine, "the connection was closed"))
                .exceptionHandler(failure -> down(mine, describe(failure)));
        attempt = 0;
        lastReplyNanos = System.nanoTime();
        listener.up(facts);
    }

    private void down(int mine, String why) {
        if (mine != generation || closed) {
            return;
        }
        generation++;
        boolean wasUp = connection != null;
        connection = null;
        Redis lost = client;
        client = null;
        if (lost != null) {
            lost.close().onFailure(failure -> LOG.debug("an old connection did not close: {}", describe(failure)));
        }
        tell(wasUp ? "Redis connection lost: " + why : "Redis cannot be reached: " + why);
        if (wasUp) {
            listener.down(why);
        }
        vertx.setTimer(backoffMillis(), timer -> {
            if (!closed) {
                connect();
            }
        });
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
        String text = String.valueOf(failure.getMessage());
        if (text.contains("READONLY")) {
            down(generation, "the server has become a replica");
        }
        if (text.startsWith("NOSCRIPT")) {
            return failure;
        }
        return unavailable("Redis did not carry out a command: " + describe(failure));
    }

    private static TurngateException unavailable(String text) {
        return new TurngateException(Kind.STATE_UNAVAILABLE, text);
    }

    private static String describe(Throwable failure) {
        String text = failure.getMessage();
        return text == null
                ? failure.getClass().getSimpleName()
                : text.lines().findFirst().orElse("");
    }
}
