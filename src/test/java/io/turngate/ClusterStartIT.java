package io.turngate;

import static io.turngate.RunningGateway.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.testing.RedisCluster;
import io.turngate.testing.RedisNode;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A gateway starts beside a Cluster of which something is wrong. */
class ClusterStartIT {

    @RegisterExtension
    static final RedisCluster redis = RedisCluster.shared();

    private final RunningGateway gateway = new RunningGateway(redis);
    private RedisNode last;

    @BeforeEach
    void chooseThePrimaryThatIsAskedLast() {
        List<RedisNode> primaries = redis.primaries();
        last = primaries.get(primaries.size() - 1);
    }

    @AfterEach
    void noneEvicts() {
        redis.nodes().stream()
                .filter(RedisNode::isAnswering)
                .forEach(node -> node.call("CONFIG", "SET", "maxmemory-policy", "noeviction"));
    }

    @Test
    void itRefusesAClusterOfWhichOnePrimaryMayEvict() {
        last.call("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
        assertThatThrownBy(() -> gateway.start())
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("Redis may evict keys (maxmemory-policy allkeys-lru)");
    }

    @Test
    void itServesTheContactsOfThosePrimariesThatAreThere() throws Exception {
        RedisNode there = redis.primaries().get(0);
        String known = contactOf(there);
        String unknown = contactOf(last);
        last.suspend();
        gateway.start();
        try {
            assertThat(outcome(known)).isEqualTo("answered");
            assertThat(outcome(unknown)).isIn("escalated", "answered");
            assertThat(json(gateway.send(gateway.management("/health/ready"))).getString("redis"))
                    .isIn("partly", "up");
        } finally {
            last.resume();
            gateway.stop();
        }
    }

    private String outcome(String contact) {
        return json(gateway.post(SteadyLoad.body(contact, "hello"))).getString("outcome");
    }

    private static String contactOf(RedisNode primary) {
        int number = 0;
        while (redis.primaryOf("tg:{school:" + number + "}:turns") != primary) {
            number++;
        }
        return Integer.toString(number);
    }
}
