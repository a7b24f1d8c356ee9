package io.turngate.runner.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-03-02T09:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0                              | PT0S
            7                              | PT7S
             30                            | PT30S
            1.25                           | PT1.25S
            999999                         | PT277H46M39S
            Mon, 02 Mar 2026 09:00:05 GMT  | PT5S
            Mon, 02 Mar 2026 08:59:00 GMT  | PT0S
            """)
    void secondsAndDatesAreRead(String value, Duration expected) {
        assertThat(of(value)).contains(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-1", "1e9", "99999999999999999999", "Mon, 99 Mar 2026 09:00:05 GMT", "0x10"})
    void whatCannotBeReadIsNothing(String value) {
        assertThat(of(value)).isEmpty();
    }

    @Test
    void aDateIsComparedWithTheProvidersOwnClock() {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap()
                .add("date", "Mon, 02 Mar 2026 12:00:00 GMT")
                .add("retry-after", "Mon, 02 Mar 2026 12:00:03 GMT");
        assertThat(RetryAfter.of(headers, NOW)).contains(Duration.ofSeconds(3));
    }

    @Test
    void noneIsNone() {
        assertThat(RetryAfter.of(MultiMap.caseInsensitiveMultiMap(), NOW)).isEmpty();
    }

    private static Optional<Duration> of(String value) {
        return RetryAfter.of(MultiMap.caseInsensitiveMultiMap().add("Retry-After", value), NOW);
    }
}
