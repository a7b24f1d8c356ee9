package io.turngate.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.TenantConfig;
import io.turngate.testing.TestTenant;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TokenFieldsTest {

    private final AtomicLong nanos = new AtomicLong();
    private final TokenFields fields = new TokenFields(nanos::get);
    private final TenantConfig tenant = TestTenant.pushing().build();

    @Test
    void anIdIsAskedForOnceAMinuteUntilItIsKnown() {
        assertThat(fields.mustAsk(tenant)).isTrue();
        assertThat(fields.mustAsk(tenant)).isFalse();
        nanos.addAndGet(Duration.ofSeconds(60).toNanos());
        assertThat(fields.mustAsk(tenant)).isTrue();
        fields.learn(tenant, 101);
        nanos.addAndGet(Duration.ofSeconds(60).toNanos());
        assertThat(fields.mustAsk(tenant)).isFalse();
        assertThat(fields.find(tenant)).isEqualTo(OptionalLong.of(101));
    }

    @Test
    void anIdOfAnotherKeysAccountOrOfATenantThatIsGoneIsForgotten() {
        fields.learn(tenant, 101);
        TenantConfig changed =
                TestTenant.pushing().key("4712:" + "b".repeat(32)).build();
        assertThat(fields.find(changed)).isEmpty();
        assertThat(fields.mustAsk(changed)).isTrue();
        fields.learn(tenant, 101);
        fields.keep(List.of());
        assertThat(fields.find(tenant)).isEmpty();
    }
}
