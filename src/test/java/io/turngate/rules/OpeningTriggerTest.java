package io.turngate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OpeningTriggerTest {

    private final OpeningTrigger trigger = new OpeningTrigger(List.of("Start", " İNFO "), "Welcome!");

    @Test
    void theWholeTextOpensTrimmedAndCaseFolded() {
        assertThat(trigger.opens("  sTART\n")).isTrue();
        assertThat(trigger.opens("info")).isTrue();
    }

    @Test
    void aTextThatOnlyHoldsTheKeywordDoesNotOpen() {
        assertThat(trigger.opens("start now")).isFalse();
        assertThat(trigger.opens("")).isFalse();
    }
}
