package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestKeyTest {

    @ParameterizedTest
    @CsvSource({
        "histroyDays, historyDays, 1",
        "HISTORYDAYS, historyDays, 0",
        "history, historyDays, 4",
        "uri, url, 1",
        "'', abc, 3",
        "kitten, sitting, 3"
    })
    void countsSlips(String left, String right, int distance) {
        assertThat(NearestKey.distance(left, right)).isEqualTo(distance);
        assertThat(NearestKey.distance(right, left)).isEqualTo(distance);
    }

    @ParameterizedTest
    @CsvSource({"portt, port", "prot, port", "hots, host", "colour, ", "p, "})
    void findsANearKeyOnly(String key, String nearest) {
        assertThat(NearestKey.find(key, List.of("host", "port")).orElse(null)).isEqualTo(nearest);
    }
}
