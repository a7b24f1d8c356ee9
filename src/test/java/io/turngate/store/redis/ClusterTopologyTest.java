package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.store.redis.ClusterTopology.Range;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.BulkType;
import io.vertx.redis.client.impl.types.MultiType;
import io.vertx.redis.client.impl.types.NumberType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterTopologyTest {

    private static final RedisAddress ASKED = new RedisAddress("asked.example", 7000);
    private static final String INFO = "cluster_state:ok\r\ncluster_current_epoch:6\r\ncluster_my_epoch:2\r\n";

    @Test
    void rangesPrimariesAndReplicasAreRead() {
        ClusterTopology said = ClusterTopology.parse(
                INFO,
                list(
                        list(number(0), number(5460), node("10.0.0.1", 7001, "id", "further"), node("10.0.0.4", 7004)),
                        list(number(5461), number(5461), node("::1", 7002))),
                ASKED);
        RedisAddress first = new RedisAddress("10.0.0.1", 7001);
        RedisAddress second = new RedisAddress("::1", 7002);
        assertThat(said.epoch()).isEqualTo(6);
        assertThat(said.ranges()).containsExactly(new Range(0, 5460, first), new Range(5461, 5461, second));
        assertThat(said.nodes()).containsExactly(first, new RedisAddress("10.0.0.4", 7004), second);
        assertThat(second.authority()).isEqualTo("[::1]:7002");
    }

    @Test
    void aNodeWithoutAHostIsWhereItWasAsked() {
        ClusterTopology said = ClusterTopology.parse(
                INFO,
                list(list(number(0), number(1), node("", 7001)), list(number(2), number(3), node(null, 7002))),
                ASKED);
        assertThat(said.ranges())
                .containsExactly(
                        new Range(0, 1, new RedisAddress("asked.example", 7001)),
                        new Range(2, 3, new RedisAddress("asked.example", 7002)));
    }

    @Test
    void slotsWhosePrimaryHasNoAddressAreLeftOut() {
        Response slots = list(
                list(number(0), number(1), node("?", 7001)),
                list(number(2), number(3), node("10.0.0.1", 0)),
                list(number(4), number(99_999), node("10.0.0.1", 7001)));
        assertThat(ClusterTopology.parse("", slots, ASKED).ranges())
                .containsExactly(new Range(4, HashSlot.COUNT - 1, new RedisAddress("10.0.0.1", 7001)));
    }

    private static Response node(@Nullable String host, int port, String... more) {
        MultiType node = MultiType.create(2 + more.length, false);
        node.add(host == null ? null : text(host));
        node.add(number(port));
        for (String word : more) {
            node.add(text(word));
        }
        return node;
    }

    private static Response text(String text) {
        return BulkType.create(Buffer.buffer(text), false);
    }

    private static Response number(int number) {
        return NumberType.create(number);
    }

    private static Response list(Response... elements) {
        MultiType list = MultiType.create(elements.length, false);
        for (Response element : elements) {
            list.add(element);
        }
        return list;
    }
}
