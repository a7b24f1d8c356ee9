package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NewestEpochTest {

    private long nanos = -7;
    private final NewestEpoch epoch = new NewestEpoch(() -> nanos);

    @Test
    void whateverComesFirstIsBelieved() {
        assertThat(epoch.isOutdated(0)).isFalse();
    }

    @Test
    void aNodeThatMissedAFailoverIsNot() {
        epoch.heard(6);
        assertThat(epoch.isOutdated(5)).isTrue();
        assertThat(epoch.isOutdated(6)).isFalse();
        assertThat(epoch.isOutdated(7)).isFalse();
    }

    @Test
    void aClusterThatWasMadeAnewIsBelievedAfterAWhile() {
        epoch.heard(6);
        nanos += Duration.ofSeconds(9).toNanos();
        assertThat(epoch.isOutdated(1)).isTrue();
        nanos += Duration.ofSeconds(1).toNanos();
        assertThat(epoch.isOutdated(1)).isFalse();
    }
}
