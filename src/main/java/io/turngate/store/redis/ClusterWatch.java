package io.turngate.store.redis;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Asks nodes of a Cluster who holds what: two that are connected, one after the other, and if neither answers all that are
 * known, a few at a time, each over a connection for the moment. No single node is needed, and none is waited for.
 */
final class ClusterWatch {

    private static final long ANSWER_MILLIS = 300;
    private static final int CONNECTED_ASKED = 2;
    private static final int STRANGERS_ASKED = 3;

    private static final Request INFO = Request.cmd(Command.CLUSTER).arg("INFO");
    private static final Request SLOTS = Request.cmd(Command.CLUSTER).arg("SLOTS");

    private final Vertx vertx;
    private final LinkTerms terms;
    private final List<RedisAddress> seeds;
    private final Set<RedisAddress> strangers = new LinkedHashSet<>();
    private final NewestEpoch epoch = new NewestEpoch(System::nanoTime);

    /** @param seeds some nodes; as many as are known, so that one of them is there */
    ClusterWatch(Vertx vertx, List<RedisAddress> seeds, LinkTerms terms) {
        this.vertx = vertx;
        this.seeds = seeds;
        this.terms = terms;
        strangers.addAll(seeds);
    }

    /** What a node says that knows at least as much as those before; fails if none answers. */
    Future<ClusterTopology> ask(Iterable<ClusterNode> connected) {
        List<ClusterNode> up = new ArrayList<>();
        connected.forEach(node -> {
            if (node.link().isUp()) {
                up.add(node);
            }
        });
        Collections.shuffle(up);
        return askConnected(up.subList(0, Math.min(up.size(), CONNECTED_ASKED))).map(this::remember);
    }

    private Future<ClusterTopology> askConnected(List<ClusterNode> nodes) {
        if (nodes.isEmpty()) {
            List<RedisAddress> some = new ArrayList<>(strangers);
            Collections.shuffle(some);
            return askStrangers(some);
        }
        RedisLink link = nodes.get(0).link();
        Future<Response> info = link.send(INFO, ANSWER_MILLIS);
        Future<Response> slots = link.send(SLOTS, ANSWER_MILLIS);
        return Future.all(info, slots)
                .map(both -> checked(info.result(), slots.result(), nodes.get(0).address()))
                .recover(failure -> askConnected(nodes.subList(1, nodes.size())));
    }

    /** A few at a time, whoever is first: one that hangs holds up nothing while another answers. */
    private Future<ClusterTopology> askStrangers(List<RedisAddress> addresses) {
        int some = Math.min(addresses.size(), STRANGERS_ASKED);
        return Future.any(addresses.subList(0, some).stream()
                        .map(this::askStranger)
                        .toList())
                .map(any -> {
                    int first = 0;
                    while (!any.succeeded(first)) {
                        first++;
                    }
                    return any.<ClusterTopology>resultAt(first);
                })
                .recover(failure -> some == addresses.size()
                        ? Future.failedFuture(failure)
                        : askStrangers(addresses.subList(some, addresses.size())));
    }

    private Future<ClusterTopology> askStranger(RedisAddress address) {
        Redis client = Redis.createClient(vertx, terms.options(address));
        return client.connect()
                .compose(made -> made.batch(List.of(INFO, SLOTS)))
                .map(replies -> checked(replies.get(0), replies.get(1), address))
                .timeout(terms.timeoutMillis(), TimeUnit.MILLISECONDS)
                .eventually(client::close);
    }

    private ClusterTopology checked(Response info, Response slots, RedisAddress asked) {
        ClusterTopology said = ClusterTopology.parse(info.toString(), slots, asked);
        if (said.ranges().isEmpty() || epoch.isOutdated(said.epoch())) {
            throw new TurngateException(Kind.STATE_UNAVAILABLE, "a node knows less of the Cluster than others");
        }
        return said;
    }

    /** Those that once were configured stay: all others may go at once. */
    private ClusterTopology remember(ClusterTopology said) {
        epoch.heard(said.epoch());
        strangers.clear();
        strangers.addAll(seeds);
        strangers.addAll(said.nodes());
        return said;
    }
}
