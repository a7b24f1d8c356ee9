package io.turngate.store.redis;

import io.turngate.store.LinkListener;
import io.turngate.store.Reach;
import io.turngate.store.ServerFacts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The primaries of a Cluster with a link to each, and which of them holds which slot. */
final class ClusterNodes {

    private final Vertx vertx;
    private final LinkTerms terms;
    private final LinkListener listener;
    private final Runnable changed;
    private final Map<RedisAddress, ClusterNode> nodes = new TreeMap<>();
    private final @Nullable ClusterNode[] slots = new ClusterNode[HashSlot.COUNT];
    private final Set<ClusterNode> leaving = new HashSet<>();
    private int unassigned = HashSlot.COUNT;
    private Reach told = Reach.NOTHING;
    private boolean closed;

    /** @param changed told when a link is lost */
    ClusterNodes(Vertx vertx, LinkTerms terms, LinkListener listener, Runnable changed) {
        this.vertx = vertx;
        this.terms = terms;
        this.listener = listener;
        this.changed = changed;
    }

    /** Who holds a slot, as far as is known. */
    @Nullable
    ClusterNode at(int slot) {
        return slots[slot];
    }

    /** All primaries in the order of their addresses. */
    Collection<ClusterNode> all() {
        return nodes.values();
    }

    /** Takes over who holds what. A primary that holds nothing any more is let go of. */
    void assign(ClusterTopology topology) {
        @Nullable ClusterNode[] fresh = new ClusterNode[HashSlot.COUNT];
        int left = HashSlot.COUNT;
        for (ClusterTopology.Range range : topology.ranges()) {
            ClusterNode node = node(range.primary());
            for (int slot = range.from(); slot <= range.to(); slot++) {
                left -= fresh[slot] == null ? 1 : 0;
                fresh[slot] = node;
            }
        }
        System.arraycopy(fresh, 0, slots, 0, slots.length);
        unassigned = left;
        Set<RedisAddress> kept =
                topology.ranges().stream().map(ClusterTopology.Range::primary).collect(Collectors.toSet());
        new ArrayList<>(nodes.keySet())
                .stream().filter(address -> !kept.contains(address)).forEach(this::letGo);
        tellReach();
    }

    /** Takes over from a redirection that a slot is elsewhere. */
    ClusterNode move(int slot, RedisAddress address) {
        ClusterNode node = node(address);
        unassigned -= slots[slot] == null ? 1 : 0;
        slots[slot] = node;
        return node;
    }

    /** The node at an address, with a link that is made if there is none. */
    ClusterNode node(RedisAddress address) {
        ClusterNode known = nodes.get(address);
        if (known != null) {
            return known;
        }
        RedisLink link = new RedisLink(
                vertx,
                new RedisLink.Parts(
                        "Redis " + address,
                        terms,
                        () -> Optional.of(address),
                        Greeting.ofServer(Script.ALL, terms.waits())),
                new Events());
        ClusterNode made = new ClusterNode(address, link, link.open());
        nodes.put(address, made);
        return made;
    }

    Future<Void> close() {
        closed = true;
        return Future.join(Stream.concat(nodes.values().stream(), leaving.stream())
                        .map(node -> node.link().close())
                        .toList())
                .mapEmpty();
    }

    /** What is in flight to it may still be answered: with a redirection, most often. */
    private void letGo(RedisAddress address) {
        ClusterNode node = nodes.remove(address);
        if (node != null) {
            leaving.add(node);
            vertx.setTimer(2 * terms.timeoutMillis(), timer -> {
                leaving.remove(node);
                node.link().close();
                if (!nodes.containsKey(address)) {
                    listener.left(address.toString());
                }
            });
        }
    }

    private void tellReach() {
        List<ClusterNode> up =
                nodes.values().stream().filter(node -> node.link().isUp()).toList();
        Reach now = up.isEmpty()
                ? Reach.NOTHING
                : unassigned == 0 && up.size() == nodes.size() ? Reach.EVERYTHING : Reach.PART;
        if (now != told && !closed) {
            told = now;
            listener.reaches(now);
        }
    }

    private final class Events implements RedisLink.Events {

        @Override
        public void up(RedisAddress server, ServerFacts facts) {
            listener.greeted(server.toString(), facts);
            tellReach();
        }

        @Override
        public void down() {
            tellReach();
            changed.run();
        }

        @Override
        public void command(long nanos, boolean succeeded) {
            listener.command(nanos, succeeded);
        }

        @Override
        public void shortOfReplicas(int answers) {
            listener.shortOfReplicas(answers);
        }
    }
}
