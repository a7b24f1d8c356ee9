package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * The chaos run in its short form: each gateway and Redis are killed once. {@code load-tests/chaos} is the long one. A run that
 * failed is made again with {@code -Dchaos.seed}; {@code -Dchaos.seconds} makes it longer.
 */
class ChaosIT {

    private static final int CONTACTS = 20;
    private static final int PER_SECOND = 20;

    @Test
    void nothingIsLostDoneTwiceOutOfOrderOrStuckWhateverIsKilled() {
        long seed = Long.getLong("chaos.seed", ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
        int seconds = Integer.getInteger("chaos.seconds", ChaosPlan.LEAST_SECONDS);
        List<String> story = new ArrayList<>();
        ChaosReport report = ChaosRun.run(new ChaosPlan(seconds, seed, CONTACTS, PER_SECOND), story::add);
        story.addAll(report.lines());
        assertThat(report.isClean()).as(String.join("\n", story)).isTrue();
        assertThat(report.json().getInteger("repeats")).isPositive();
        assertThat(report.json().getInteger("pushed")).isPositive();
        assertThat(report.kills().values())
                .allSatisfy(times -> assertThat(times).isPositive());
    }
}
