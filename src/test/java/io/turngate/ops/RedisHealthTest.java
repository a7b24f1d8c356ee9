package io.turngate.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.turngate.store.LinkListener;
import io.turngate.store.Reach;
import io.turngate.store.ServerFacts;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RedisHealthTest {

    private static final ServerFacts GOOD = new ServerFacts(Optional.of("7.0.15"), Optional.of("noeviction"));
    private static final ServerFacts EVICTING = new ServerFacts(Optional.of("7.0.15"), Optional.of("allkeys-lru"));

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final RedisHealth health = new RedisHealth(new Metrics(registry), false);
    private final LinkListener first = health.listener();
    private final LinkListener second = health.listener();

    @Test
    void itIsUpOnceEveryLoopReachesEverything() {
        assertThat(health.state()).isEqualTo("down");
        first.reaches(Reach.EVERYTHING);
        assertThat(health.state()).isEqualTo("down");
        second.reaches(Reach.EVERYTHING);
        assertThat(health.state()).isEqualTo("up");
        assertThat(gauge()).isEqualTo(1);
    }

    @Test
    void itIsPartlyUpWhileEveryLoopReachesSomething() {
        first.reaches(Reach.EVERYTHING);
        second.reaches(Reach.PART);
        assertThat(health.state()).isEqualTo("partly");
        assertThat(gauge()).isZero();
        second.reaches(Reach.NOTHING);
        assertThat(health.state()).isEqualTo("down");
        second.reaches(Reach.PART);
        second.reaches(Reach.EVERYTHING);
        assertThat(health.state()).isEqualTo("up");
    }

    @Test
    void oneServerOfSeveralThatMayEvictIsEnoughUntilItHasLeft() {
        first.reaches(Reach.EVERYTHING);
        second.reaches(Reach.EVERYTHING);
        first.greeted("10.0.0.1:6379", EVICTING);
        first.greeted("10.0.0.2:6379", GOOD);
        assertThat(health.state()).isEqualTo("evicting");
        first.left("10.0.0.1:6379");
        assertThat(health.state()).isEqualTo("up");
    }

    @Test
    void answersThatReplicasDoNotHaveAreCounted() {
        first.shortOfReplicas(3);
        second.shortOfReplicas(1);
        assertThat(registry.get("turngate.redis.wait.short").counter().count()).isEqualTo(4);
    }

    private double gauge() {
        return registry.get("turngate.redis.up").gauge().value();
    }
}
