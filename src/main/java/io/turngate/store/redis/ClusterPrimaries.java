package io.turngate.store.redis;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.store.LinkListener;
import io.turngate.store.ServerFacts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The primaries of a Cluster. Each command goes to the one that holds its slot; who holds what is asked twice a second, when
 * a connection is lost and when a command is sent elsewhere by a server. A primary that is away leaves the others unharmed.
 */
final class ClusterPrimaries implements Primaries {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterPrimaries.class);
    private static final long ASK_MILLIS = 500;
    private static final long TRY_AGAIN_MILLIS = 50;

    /** However many commands give reason to. */
    private static final long ASK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Redirections of one command; each names a server that knows more. */
    private static final int MOST_REDIRECTIONS = 5;

    private final Vertx vertx;
    private final LinkTerms terms;
    private final ClusterWatch watch;
    private final ClusterNodes nodes;
    private long timer = -1;
    private boolean asking;
    private long askedNanos = System.nanoTime() - ASK_AGAIN_NANOS;
    private boolean closed;

    ClusterPrimaries(Vertx vertx, RedisEndpoint endpoint, LinkListener listener) {
        this.vertx = vertx;
        this.terms = LinkTerms.of(endpoint);
        this.watch = new ClusterWatch(
                vertx, endpoint.uris().stream().map(RedisAddress::ofUri).toList(), terms);
        this.nodes = new ClusterNodes(vertx, terms, listener, this::askNow);
    }

    @Override
    public Future<List<ServerFacts>> open() {
        askLater();
        return ask().compose(known -> Future.join(
                                nodes.all().stream().map(ClusterNode::opening).toList())
                        .transform(opened -> reached()))
                .recover(failure -> Future.failedFuture(new TurngateException(
                        Kind.STATE_UNAVAILABLE,
                        "cannot connect to the Redis Cluster: " + ErrorAnswer.describe(failure))));
    }

    @Override
    public Future<Response> send(String key, Request request) {
        return send(new Order(HashSlot.of(key), key, request, false, deadline()));
    }

    @Override
    public Future<Response> sendKept(String key, Request request) {
        return send(new Order(HashSlot.of(key), key, request, terms.waits(), deadline()));
    }

    @Override
    public List<Primary> all() {
        return nodes.all().stream()
                .map(node -> new Primary(node.address().toString(), node.link()))
                .toList();
    }

    @Override
    public long nowMillis(String key) {
        ClusterNode node = nodes.at(HashSlot.of(key));
        return node == null ? System.currentTimeMillis() : node.link().serverNowMillis();
    }

    @Override
    public void clockSaid(String key, long nowMillis) {
        ClusterNode node = nodes.at(HashSlot.of(key));
        if (node != null) {
            node.link().serverClockSaid(nowMillis);
        }
    }

    @Override
    public long timeoutMillis() {
        return terms.timeoutMillis();
    }

    @Override
    public Future<Void> close() {
        closed = true;
        vertx.cancelTimer(timer);
        return nodes.close();
    }

    /** One command on its way, wherever that leads. */
    private record Order(int slot, String key, Request request, boolean kept, long deadlineNanos) {

        long leftMillis() {
            return TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        }
    }

    /** Where an attempt goes, and how many came before it. */
    private record Attempt(ClusterNode node, boolean asking, int number) {}

    private long deadline() {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(terms.timeoutMillis());
    }

    private Future<Response> send(Order order) {
        ClusterNode node = nodes.at(order.slot());
        if (node == null) {
            askNow();
            return Future.failedFuture(
                    new TurngateException(Kind.STATE_OFFLINE, "no primary of the Redis Cluster is known for a slot"));
        }
        return attempt(order, new Attempt(node, false, 0), terms.timeoutMillis());
    }

    private Future<Response> attempt(Order order, Attempt attempt, long limitMillis) {
        Future<Response> sent = attempt.node().send(order.request(), attempt.asking(), limitMillis);
        return (order.kept() ? sent.compose(reply -> attempt.node().link().confirmed(order.key(), reply)) : sent)
                .recover(failure -> next(order, attempt, failure));
    }

    private Future<Response> next(Order order, Attempt before, Throwable failure) {
        long leftMillis = order.leftMillis();
        ErrorAnswer answer = ErrorAnswer.of(failure);
        if (answer == ErrorAnswer.AWAY || answer == ErrorAnswer.MOVED) {
            askNow();
        }
        if (leftMillis <= 0) {
            return Future.failedFuture(failure);
        }
        return switch (answer) {
            case MOVED, ASK ->
                redirected(order, before, failure)
                        .map(attempt -> attempt(order, attempt, leftMillis))
                        .orElseGet(() -> Future.failedFuture(failure));
            case TRYAGAIN -> Pause.of(vertx, TRY_AGAIN_MILLIS).compose(paused -> again(order, failure));
            default -> Future.failedFuture(failure);
        };
    }

    private Optional<Attempt> redirected(Order order, Attempt before, Throwable failure) {
        String target = ErrorAnswer.target(failure);
        if (before.number() >= MOST_REDIRECTIONS) {
            return Optional.empty();
        }
        boolean isAsked = ErrorAnswer.of(failure) == ErrorAnswer.ASK;
        return RedisAddress.parse(target, before.node().address())
                .map(address -> isAsked ? nodes.node(address) : nodes.move(order.slot(), address))
                .map(node -> new Attempt(node, isAsked, before.number() + 1));
    }

    private Future<Response> again(Order order, Throwable failure) {
        ClusterNode node = nodes.at(order.slot());
        long leftMillis = order.leftMillis();
        return node == null || leftMillis <= 0
                ? Future.failedFuture(failure)
                : attempt(order, new Attempt(node, false, 0), leftMillis);
    }

    private Future<List<ServerFacts>> reached() {
        List<ServerFacts> facts = nodes.all().stream()
                .map(ClusterNode::opening)
                .filter(Future::succeeded)
                .map(Future::result)
                .filter(Objects::nonNull)
                .toList();
        return facts.isEmpty()
                ? Future.failedFuture("none of its primaries can be reached")
                : Future.succeededFuture(facts);
    }

    private void askNow() {
        if (!asking && !closed && System.nanoTime() - askedNanos > ASK_AGAIN_NANOS) {
            ask().onFailure(failure -> LOG.debug("who holds what is not known: {}", failure.getMessage()));
        }
    }

    private Future<ClusterTopology> ask() {
        asking = true;
        askedNanos = System.nanoTime();
        return watch.ask(nodes.all()).onComplete(done -> asking = false).onSuccess(topology -> {
            if (!closed) {
                nodes.assign(topology);
            }
        });
    }

    private void askLater() {
        long millis = ASK_MILLIS / 2 + ThreadLocalRandom.current().nextLong(ASK_MILLIS);
        timer = vertx.setTimer(millis, due -> {
            askNow();
            askLater();
        });
    }
}
