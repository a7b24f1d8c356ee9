package io.turngate.testing;

import io.turngate.config.RedisMode;
import io.turngate.store.redis.RedisEndpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A primary with two replicas and three sentinels, which take it for dead after a second. */
public final class SentinelTrio extends RedisGroup {

    public static final String MASTER = "mymaster";

    private static final SentinelTrio SHARED = new SentinelTrio();

    private final List<RedisNode> servers = new ArrayList<>();
    private final List<RedisNode> sentinels = new ArrayList<>();

    private SentinelTrio() {}

    /** The one of this JVM. */
    public static SentinelTrio shared() {
        return SHARED;
    }

    @Override
    public RedisEndpoint endpoint() {
        return endpoint(0);
    }

    public RedisEndpoint endpoint(int waitReplicas) {
        return new RedisEndpoint(
                RedisMode.SENTINEL,
                sentinels.stream().map(node -> "redis://" + node.address()).toList(),
                Optional.of(MASTER),
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(1),
                waitReplicas);
    }

    /** The three sentinels. */
    public List<RedisNode> sentinels() {
        return sentinels;
    }

    /** Whom the first sentinel that answers names. */
    public RedisNode primary() {
        return sentinels.stream()
                .filter(RedisNode::isAnswering)
                .map(sentinel -> sentinel.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER))
                .map(answer -> String.valueOf(((List<?>) Objects.requireNonNull(answer)).get(1)))
                .flatMap(port -> servers.stream().filter(server -> port.equals(Integer.toString(server.port()))))
                .findFirst()
                .orElseThrow();
    }

    /** The servers that are not the primary. */
    public List<RedisNode> replicas() {
        RedisNode primary = primary();
        return servers.stream().filter(server -> server != primary).toList();
    }

    @Override
    List<RedisNode> primaries() {
        return List.of(primary());
    }

    @Override
    public RedisNode primaryOf(String key) {
        return primary();
    }

    @Override
    void create(Path folder) throws IOException {
        servers.clear();
        sentinels.clear();
        for (int i = 0; i < 3; i++) {
            servers.add(add(RedisNode.server(folder.resolve("server" + i), "repl-ping-replica-period 1")));
        }
        servers.get(0).start();
        for (RedisNode replica : servers.subList(1, 3)) {
            replica.start("replicaof 127.0.0.1 " + servers.get(0).port());
        }
        for (int i = 0; i < 3; i++) {
            RedisNode sentinel = RedisNode.sentinel(
                    folder.resolve("sentinel" + i),
                    "sentinel monitor " + MASTER + " 127.0.0.1 "
                            + servers.get(0).port() + " 2",
                    "sentinel down-after-milliseconds " + MASTER + " 1000",
                    "sentinel failover-timeout " + MASTER + " 2000",
                    "sentinel parallel-syncs " + MASTER + " 2");
            sentinel.start();
            sentinels.add(add(sentinel));
        }
    }

    @Override
    void heal() throws IOException {
        for (RedisNode sentinel : sentinels) {
            if (!sentinel.isRunning()) {
                sentinel.start();
            }
        }
        await("the sentinels agree on a primary that is there", () -> {
            RedisNode primary = primary();
            return primary.isRunning()
                    && isPrimary(primary)
                    && sentinels.stream().allMatch(sentinel -> names(sentinel, primary));
        });
        RedisNode primary = primary();
        for (RedisNode server : replicas()) {
            if (!server.isRunning()) {
                server.start("replicaof 127.0.0.1 " + primary.port());
            }
            if (isPrimary(server)) {
                server.call("REPLICAOF", "127.0.0.1", Integer.toString(primary.port()));
            }
        }
        await(
                "all are well",
                () -> primary.ask("INFO", "replication").contains("connected_slaves:2")
                        && replicas().stream()
                                .allMatch(replica ->
                                        replica.ask("INFO", "replication").contains("master_link_status:up"))
                        && sentinels.stream().allMatch(sentinel -> knowsAll(sentinel)));
    }

    private static boolean isPrimary(RedisNode server) {
        return server.ask("ROLE").startsWith("[master");
    }

    private static boolean names(RedisNode sentinel, RedisNode primary) {
        return sentinel.ask("SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER)
                .equals("[127.0.0.1, " + primary.port() + "]");
    }

    /** A replica or a sentinel that one of them thinks down would be passed over in an election. */
    private static boolean knowsAll(RedisNode sentinel) {
        String info = sentinel.ask("INFO", "sentinel");
        return info.contains("status=ok")
                && info.contains("slaves=2,sentinels=3")
                && !isAnyDown(sentinel.call("SENTINEL", "REPLICAS", MASTER))
                && !isAnyDown(sentinel.call("SENTINEL", "SENTINELS", MASTER));
    }

    private static boolean isAnyDown(@Nullable Object peers) {
        return String.valueOf(peers).matches("(?s).*(_down|disconnected|failover).*");
    }
}
