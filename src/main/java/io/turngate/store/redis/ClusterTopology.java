package io.turngate.store.redis;

import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which primaries hold which slots, as one node of a Cluster knows it.
 *
 * @param epoch grows with each failover: who says a lower one knows less
 * @param ranges slots that have a primary
 * @param nodes all that hold or replicate slots
 */
record ClusterTopology(long epoch, List<Range> ranges, List<RedisAddress> nodes) {

    private static final Pattern EPOCH = Pattern.compile("(?m)^cluster_current_epoch:(\\d{1,18})\\r?$");

    ClusterTopology {
        ranges = List.copyOf(ranges);
        nodes = List.copyOf(nodes);
    }

    /**
     * Slots of one primary.
     *
     * @param from the first
     * @param to the last
     */
    record Range(int from, int to, RedisAddress primary) {}

    /**
     * Reads what a node answered. Slots whose primary has no address that is known are left out.
     *
     * @param info the reply of {@code CLUSTER INFO}
     * @param slots the reply of {@code CLUSTER SLOTS}
     * @param asked the node: where it gives no host, its own is meant
     */
    static ClusterTopology parse(String info, Response slots, RedisAddress asked) {
        Matcher epoch = EPOCH.matcher(info);
        List<Range> ranges = new ArrayList<>();
        List<RedisAddress> nodes = new ArrayList<>();
        for (Response range : slots) {
            for (int i = 2; i < range.size(); i++) {
                address(range.get(i), asked)
                        .filter(node -> !nodes.contains(node))
                        .ifPresent(nodes::add);
            }
            address(range.get(2), asked)
                    .ifPresent(primary -> ranges.add(new Range(
                            range.get(0).toInteger(),
                            Math.min(range.get(1).toInteger(), HashSlot.COUNT - 1),
                            primary)));
        }
        return new ClusterTopology(epoch.find() ? Long.parseLong(epoch.group(1)) : 0, ranges, nodes);
    }

    /** A node that is told its peers' names may give none: null. */
    private static Optional<RedisAddress> address(Response node, RedisAddress asked) {
        Response host = node.get(0);
        return RedisAddress.of(host == null ? "" : host.toString(), node.get(1).toString(), asked.host());
    }
}
