package io.turngate.testing;

import io.turngate.config.RedisMode;
import io.turngate.store.redis.RedisEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Three primaries with a replica each, which take each other for dead after a second and a half. */
public final class RedisCluster extends RedisGroup {

    private static final int SIZE = 6;
    private static final int PRIMARIES = 3;
    private static final int SLOTS = 16_384;
    private static final Pattern MOVED = Pattern.compile("MOVED (\\d+) .*:(\\d+)");
    private static final RedisCluster SHARED = new RedisCluster();

    private final List<RedisNode> nodes = new ArrayList<>();

    private RedisCluster() {}

    /** The one of this JVM. */
    public static RedisCluster shared() {
        return SHARED;
    }

    @Override
    public RedisEndpoint endpoint() {
        return endpoint(0);
    }

    public RedisEndpoint endpoint(int waitReplicas) {
        return new RedisEndpoint(
                RedisMode.CLUSTER,
                nodes.stream().map(node -> "redis://" + node.address()).toList(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(1),
                waitReplicas);
    }

    @Override
    public List<RedisNode> primaries() {
        RedisNode any =
                nodes.stream().filter(RedisNode::isAnswering).findFirst().orElseThrow();
        return Stream.of(any.ask("CLUSTER", "NODES").split("\n"))
                .filter(line -> line.matches(".* (myself,)?master - .*\\d+(-\\d+)?.*") && line.split(" ").length > 8)
                .map(line -> node(port(line)))
                .toList();
    }

    @Override
    public RedisNode primaryOf(String key) {
        RedisNode any =
                primaries().stream().filter(RedisNode::isAnswering).findFirst().orElseThrow();
        try {
            any.call("TYPE", key);
            return any;
        } catch (UncheckedIOException e) {
            Matcher moved = MOVED.matcher(String.valueOf(e.getMessage()));
            if (moved.find()) {
                return node(Integer.parseInt(moved.group(2)));
            }
            throw e;
        }
    }

    /** The slot of a key. */
    public int slotOf(String key) {
        return Math.toIntExact((Long) Objects.requireNonNull(primaries().get(0).call("CLUSTER", "KEYSLOT", key)));
    }

    /** Moves all keys of a slot that is being moved, as {@code redis-cli --cluster reshard} does. */
    public void moveKeys(RedisNode from, RedisNode to, String slot) {
        List<?> keys;
        do {
            keys = (List<?>) Objects.requireNonNull(from.call("CLUSTER", "GETKEYSINSLOT", slot, "100"));
            for (Object key : keys) {
                from.call("MIGRATE", "127.0.0.1", Integer.toString(to.port()), String.valueOf(key), "0", "5000");
            }
        } while (!keys.isEmpty());
    }

    /** All nodes. */
    public List<RedisNode> nodes() {
        return nodes;
    }

    /** A node's name in the Cluster. */
    public static String id(RedisNode node) {
        return node.ask("CLUSTER", "MYID");
    }

    @Override
    void create(Path folder) throws IOException {
        nodes.clear();
        for (int i = 0; i < SIZE; i++) {
            RedisNode node = RedisNode.server(
                    folder.resolve("node" + i),
                    "cluster-enabled yes",
                    "cluster-node-timeout 1500",
                    "cluster-require-full-coverage no",
                    "cluster-replica-validity-factor 0",
                    "cluster-allow-replica-migration no",
                    "repl-ping-replica-period 1");
            node.start();
            nodes.add(add(node));
            node.call("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        }
        for (RedisNode node : nodes.subList(1, SIZE)) {
            node.call(
                    "CLUSTER",
                    "MEET",
                    "127.0.0.1",
                    Integer.toString(nodes.get(0).port()));
        }
        for (int i = 0; i < PRIMARIES; i++) {
            nodes.get(i).call(addSlots(i * SLOTS / PRIMARIES, (i + 1) * SLOTS / PRIMARIES));
        }
        await(
                "all know each other",
                () -> nodes.stream()
                        .allMatch(node -> node.ask("CLUSTER", "INFO").contains("cluster_known_nodes:" + SIZE)));
        for (int i = PRIMARIES; i < SIZE; i++) {
            RedisNode replica = nodes.get(i);
            String primary = id(nodes.get(i - PRIMARIES));
            await(
                    "a node becomes a replica",
                    () -> replica.ask("CLUSTER", "REPLICATE", primary).equals("OK"));
        }
    }

    @Override
    void heal() throws IOException {
        for (RedisNode node : nodes) {
            if (!node.isRunning()) {
                node.start();
            }
        }
        await(
                "all are well",
                () -> nodes.stream().allMatch(RedisCluster::isWell)
                        && primaries().size() == PRIMARIES);
    }

    private static boolean isWell(RedisNode node) {
        String replication = node.ask("INFO", "replication");
        return replication.contains("role:master")
                ? replication.contains("connected_slaves:1") && knowsAll(node)
                : replication.contains("master_link_status:up") && knowsAll(node);
    }

    private static boolean knowsAll(RedisNode node) {
        String info = node.ask("CLUSTER", "INFO");
        return info.contains("cluster_state:ok")
                && info.contains("cluster_slots_ok:" + SLOTS)
                && !node.ask("CLUSTER", "NODES").contains("fail");
    }

    private RedisNode node(int port) {
        return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
    }

    private static int port(String line) {
        String address = line.split(" ")[1];
        return Integer.parseInt(address.substring(address.indexOf(':') + 1, address.indexOf('@')));
    }

    private static String[] addSlots(int from, int to) {
        return Stream.concat(
                        Stream.of("CLUSTER", "ADDSLOTS"),
                        IntStream.range(from, to).mapToObj(Integer::toString))
                .toArray(String[]::new);
    }
}
