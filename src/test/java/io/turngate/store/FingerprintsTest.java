package io.turngate.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class FingerprintsTest {

    @Test
    void anUnboundMessageSharesNoneWithABoundOneAndWhatIsNotLookedForStaysSo() {
        Fingerprints bound =
                new Fingerprints("strong", Duration.ofHours(1), "", Duration.ZERO, "stamp", OptionalLong.of(1));

        Fingerprints unbound = bound.unbound();

        assertThat(unbound.strong()).isEqualTo("ustrong");
        assertThat(unbound.weak()).isEmpty();
        assertThat(unbound.stampTag()).isEqualTo("stamp");
        assertThat(unbound.strongWindow()).isEqualTo(Duration.ofHours(1));
    }
}
