package io.turngate.store.redis;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.store.ServerFacts;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks all sentinels where the primary is, again and again, and goes by what more than half of them say. What a single one
 * announces is only a reason to ask at once: it may be cut off from the others.
 */
final class SentinelWatch implements PrimaryFinder {

    private static final Logger LOG = LoggerFactory.getLogger(SentinelWatch.class);
    private static final String SWITCH = "+switch-master";
    private static final long TICK_MILLIS = 50;
    private static final long ASK_MILLIS = 500;
    private static final long ANSWER_MILLIS = 300;

    /** The others hear of a failover a moment after the one that led it. */
    private static final long HURRY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Vertx vertx;
    private final String master;
    private final LinkTerms terms;
    private final List<RedisLink> sentinels = new ArrayList<>();
    private final Majority majority;
    private final Promise<Void> first = Promise.promise();
    private Optional<RedisAddress> agreed = Optional.empty();
    private Runnable moved = () -> {};
    private long timer = -1;
    private long nextAskNanos;
    private long hurryUntilNanos = System.nanoTime();

    /** @param terms of sentinels */
    SentinelWatch(Vertx vertx, String master, List<RedisAddress> addresses, LinkTerms terms) {
        this.vertx = vertx;
        this.master = master;
        this.terms = terms;
        this.majority = new Majority(addresses.size());
        for (int i = 0; i < addresses.size(); i++) {
            sentinels.add(link(i, addresses.get(i)));
        }
    }

    @Override
    public Future<Void> open(Runnable whenMoved) {
        moved = whenMoved;
        nextAskNanos = System.nanoTime();
        timer = vertx.setPeriodic(TICK_MILLIS, tick -> askIfDue());
        sentinels.forEach(sentinel ->
                sentinel.open().onFailure(failure -> LOG.debug("a sentinel is not there: {}", failure.getMessage())));
        vertx.setTimer(
                2 * terms.timeoutMillis(),
                late -> first.tryFail(new TurngateException(
                        Kind.STATE_UNAVAILABLE,
                        "cannot connect to Redis: no majority of the " + sentinels.size()
                                + " sentinels names a primary called " + master)));
        return first.future();
    }

    @Override
    public Optional<RedisAddress> find() {
        return agreed;
    }

    @Override
    public void lost() {
        hurry();
    }

    @Override
    public Future<Void> close() {
        vertx.cancelTimer(timer);
        return Future.join(sentinels.stream().map(RedisLink::close).toList()).mapEmpty();
    }

    private RedisLink link(int number, RedisAddress address) {
        return new RedisLink(
                vertx,
                new RedisLink.Parts("Sentinel " + address, terms, () -> Optional.of(address), this::greet),
                new RedisLink.Events() {
                    @Override
                    public void up(RedisAddress server, ServerFacts facts) {
                        ask(number);
                    }

                    @Override
                    public void down() {
                        heard(number, Optional.empty());
                    }

                    @Override
                    public void command(long nanos, boolean succeeded) {}

                    @Override
                    public void shortOfReplicas(int answers) {}
                });
    }

    /** Asks to be told of failovers; a sentinel has no clock to go by. */
    private Future<Greeting.Greeted> greet(Redis client, RedisConnection made) {
        return client.connect()
                .compose(ear -> ear.handler(this::announced)
                        .send(Request.cmd(Command.SUBSCRIBE).arg(SWITCH))
                        // On the other one: the client takes a message for the reply of whatever waits on the same.
                        .compose(subscribed -> made.send(Request.cmd(Command.PING)))
                        .map(pong -> new Greeting.Greeted(
                                new ServerFacts(Optional.empty(), Optional.empty()),
                                System.currentTimeMillis(),
                                Optional.of(ear))));
    }

    /** {@code +switch-master}, of whichever primary, or that the subscription has begun. */
    private void announced(Response message) {
        hurry();
    }

    private void hurry() {
        hurryUntilNanos = System.nanoTime() + HURRY_NANOS;
        nextAskNanos = System.nanoTime();
        askIfDue();
    }

    private void askIfDue() {
        long now = System.nanoTime();
        if (now - nextAskNanos < 0) {
            return;
        }
        long pause = now - hurryUntilNanos < 0 ? TICK_MILLIS : ASK_MILLIS;
        nextAskNanos = now
                + TimeUnit.MILLISECONDS.toNanos(
                        pause / 2 + ThreadLocalRandom.current().nextLong(pause));
        for (int i = 0; i < sentinels.size(); i++) {
            ask(i);
        }
    }

    private void ask(int number) {
        RedisLink sentinel = sentinels.get(number);
        if (sentinel.isUp()) {
            sentinel.send(
                            Request.cmd(Command.SENTINEL)
                                    .arg("GET-MASTER-ADDR-BY-NAME")
                                    .arg(master),
                            ANSWER_MILLIS)
                    .onComplete(reply -> heard(number, address(reply)));
        }
    }

    private static Optional<RedisAddress> address(AsyncResult<Response> reply) {
        Response said = reply.result();
        return said == null
                ? Optional.empty()
                : RedisAddress.of(said.get(0).toString(), said.get(1).toString(), "")
                        .filter(address -> !address.host().isEmpty());
    }

    private void heard(int number, Optional<RedisAddress> address) {
        majority.heard(number, address);
        Optional<RedisAddress> now = majority.agreed();
        if (now.isEmpty() || now.equals(agreed)) {
            return;
        }
        boolean isKnown = agreed.isPresent();
        agreed = now;
        if (isKnown) {
            moved.run();
        } else {
            first.tryComplete();
        }
    }
}
