package io.turngate.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.testing.DeliveryNode;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RefusalsTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Refusals refusals = new Refusals(nanos::get);

    @Test
    void aContactIsHandedOverOnceInTenMinutes() {
        assertThat(refusals.mayHandOver(DeliveryNode.contact("1"))).isTrue();
        assertThat(refusals.mayHandOver(DeliveryNode.contact("2"))).isTrue();
        nanos.addAndGet(Duration.ofMinutes(10).toNanos() - 1);
        assertThat(refusals.mayHandOver(DeliveryNode.contact("1"))).isFalse();
        nanos.incrementAndGet();
        assertThat(refusals.mayHandOver(DeliveryNode.contact("1"))).isTrue();
        assertThat(refusals.mayHandOver(DeliveryNode.contact("1"))).isFalse();
    }

    @Test
    void tenThousandAreRemembered() {
        for (int i = 0; i <= 10_000; i++) {
            assertThat(refusals.mayHandOver(DeliveryNode.contact("c" + i))).isTrue();
        }
        assertThat(refusals.mayHandOver(DeliveryNode.contact("c1"))).isFalse();
        assertThat(refusals.mayHandOver(DeliveryNode.contact("c0"))).isTrue();
    }
}
