package io.turngate.runner.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgeTest {

    private static final long NOW = 1_772_442_000_000L;

    @ParameterizedTest
    @CsvSource({
        "-600, just now",
        "0, just now",
        "59, just now",
        "60, 1 minute ago",
        "3599, 59 minutes ago",
        "3600, 1 hour ago",
        "86399, 23 hours ago",
        "86400, 1 day ago",
        "2505600, 29 days ago",
        "5183999, 59 days ago",
        "5184000, 2 months ago",
        "63071999, 24 months ago",
        "63072000, 2 years ago",
        "315360000, 10 years ago"
    })
    void anAgeIsSaidInOneUnit(long seconds, String words) {
        assertThat(Age.note(NOW - seconds * 1_000, NOW)).isEqualTo("(said " + words + ")");
        assertThat(Age.removed("(said " + words + ")\nHello")).isEqualTo("Hello");
    }

    @Test
    void onlyNotesAreRemoved() {
        assertThat(Age.removed("He (said 2 days ago) that\n(said so)"))
                .isEqualTo("He (said 2 days ago) that\n(said so)");
        assertThat(Age.removed("Hi\n  (said just now)\nthere")).isEqualTo("Hi\nthere");
    }
}
