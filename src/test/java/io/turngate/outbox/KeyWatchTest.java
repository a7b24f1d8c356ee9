package io.turngate.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.TenantConfig;
import io.turngate.testing.CountingPushListener;
import io.turngate.testing.TestTenant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tenants' keys: asked once for each version, and once a minute while nothing is known or the key is wrong. */
class KeyWatchTest {

    private final AtomicLong nanos = new AtomicLong();
    private final CountingPushListener listener = new CountingPushListener();
    private final KeyWatch keys = new KeyWatch(listener, nanos::get);
    private final TenantConfig tenant = TestTenant.pushing().build();

    private void pass(long seconds) {
        nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    }

    @Test
    void aKeyIsAskedForOnceAndIsTakenForRightUntilThen() {
        assertThat(keys.mustAsk(tenant)).isTrue();
        assertThat(keys.mustAsk(tenant)).isFalse();
        assertThat(keys.isOpen(tenant)).isTrue();
        keys.right(tenant);
        pass(3_600);
        assertThat(keys.mustAsk(tenant)).isFalse();
    }

    @Test
    void aQuestionWithoutAnAnswerIsAskedAgain() {
        assertThat(keys.mustAsk(tenant)).isTrue();
        pass(59);
        assertThat(keys.mustAsk(tenant)).isFalse();
        pass(1);
        assertThat(keys.mustAsk(tenant)).isTrue();
    }

    @Test
    void aWrongKeyClosesUntilAQuestionIsAnsweredWell() {
        keys.wrong(tenant);
        assertThat(keys.isOpen(tenant)).isFalse();
        assertThat(keys.mustAsk(tenant)).isFalse();
        pass(60);
        assertThat(keys.mustAsk(tenant)).isTrue();
        assertThat(keys.isOpen(tenant)).isFalse();
        keys.right(tenant);
        assertThat(keys.isOpen(tenant)).isTrue();
        assertThat(listener.events()).containsExactly("key false", "key true");
    }

    @Test
    void anotherVersionIsOpenAndAskedFor() {
        keys.wrong(tenant);
        TenantConfig changed = TestTenant.pushing().version("v2").build();
        assertThat(keys.isOpen(changed)).isTrue();
        assertThat(keys.mustAsk(changed)).isTrue();
    }

    @Test
    void anotherKeyIsOpenAndAskedForThoughTheFilesAreTheSame() {
        keys.wrong(tenant);
        TenantConfig changed =
                TestTenant.pushing().key("4711:" + "b".repeat(32)).build();
        assertThat(keys.isOpen(changed)).isTrue();
        assertThat(keys.mustAsk(changed)).isTrue();
    }

    @Test
    void aTenantThatIsGoneIsForgotten() {
        keys.wrong(tenant);
        keys.keep(List.of());
        assertThat(keys.states()).isEmpty();
        assertThat(keys.mustAsk(tenant)).isTrue();
    }
}
