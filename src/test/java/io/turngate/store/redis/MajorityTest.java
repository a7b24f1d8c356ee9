package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class MajorityTest {

    private static final Optional<RedisAddress> OLD = Optional.of(new RedisAddress("10.0.0.1", 6379));
    private static final Optional<RedisAddress> NEW = Optional.of(new RedisAddress("10.0.0.2", 6379));

    private final Majority three = new Majority(3);

    @Test
    void oneOfThreeIsNoMajorityAlsoWhenTheOthersSayNothing() {
        assertThat(three.agreed()).isEmpty();
        three.heard(0, OLD);
        assertThat(three.agreed()).isEmpty();
    }

    @Test
    void twoOfThreeAre() {
        three.heard(0, OLD);
        three.heard(2, OLD);
        assertThat(three.agreed()).isEqualTo(OLD);
    }

    @Test
    void whatIsNewIsTrueOnceTwoSayIt() {
        for (int i = 0; i < 3; i++) {
            three.heard(i, OLD);
        }
        three.heard(1, NEW);
        assertThat(three.agreed()).isEqualTo(OLD);
        three.heard(0, NEW);
        assertThat(three.agreed()).isEqualTo(NEW);
    }

    @Test
    void aSentinelThatIsAwayHasNoVoiceThatIsLeft() {
        three.heard(0, OLD);
        three.heard(1, OLD);
        three.heard(1, Optional.empty());
        assertThat(three.agreed()).isEmpty();
    }

    @Test
    void halfOfFourIsNoMajorityAndOneOfOneIs() {
        Majority four = new Majority(4);
        four.heard(0, OLD);
        four.heard(1, OLD);
        four.heard(2, NEW);
        four.heard(3, NEW);
        assertThat(four.agreed()).isEmpty();
        Majority one = new Majority(1);
        one.heard(0, OLD);
        assertThat(one.agreed()).isEqualTo(OLD);
    }
}
