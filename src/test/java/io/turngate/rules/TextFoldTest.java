package io.turngate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextFoldTest {

    /** The short way that ASCII takes leads to the same place. */
    @Test
    void everyAsciiCharacterIsFoldedByItselfAsItIsBesideOthers() {
        for (char c = 0; c < 0x80; c++) {
            assertThat(TextFold.fold(c + "") + "é").as("character %d", (int) c).isEqualTo(TextFold.fold(c + "é"));
        }
    }
}
