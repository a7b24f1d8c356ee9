package io.turngate.manychat;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphemesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "👨\u200d👩\u200d👧\u200d👦",
                "🇩🇪",
                "e\u0301",
                "👍🏽",
                "\u1112\u1161\u11ab",
                "\r\n",
                "❤\ufe0f\u200d🔥",
                "1\ufe0f\u20e3",
                "🏴\udb40\udc67\udb40\udc62\udb40\udc7f",
                "नि"
            })
    void whatReadsAsOneCharacterHasNoBoundaryInside(String grapheme) {
        String text = "a" + grapheme + "b";
        int end = 1 + grapheme.length();

        for (int limit = 1; limit < end; limit++) {
            assertThat(Graphemes.lastBoundary(text, 0, limit)).isEqualTo(1);
        }
        assertThat(Graphemes.lastBoundary(text, 0, end)).isEqualTo(end);
        assertThat(Graphemes.isBoundary(text, 1, end)).isTrue();
    }

    @Test
    void flagsAreCountedInPairs() {
        assertThat(Graphemes.boundaries("🇩🇪🇺🇦", 0, 8)).hasToString("{4, 8}");
    }

    @Test
    void aMarkOfTheNextCharacterMovesTheBoundary() {
        assertThat(Graphemes.lastBoundary("abe\u0301", 0, 3)).isEqualTo(2);
    }

    @Test
    void theEndOfTheTextIsABoundary() {
        assertThat(Graphemes.lastBoundary("abc", 1, 3)).isEqualTo(3);
        assertThat(Graphemes.lastBoundary("abc", 3, 3)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0301", "👨\u200d", "🇩🇪", "\u1112", "\u0600", "ab "})
    void longTextsTakeLinearTime(String unit) {
        String text = "a" + unit.repeat(60_000);

        Assertions.assertTimeout(
                Duration.ofSeconds(2), () -> Graphemes.lastBoundary(text, 0, text.length() - unit.length()));
    }
}
