package io.turngate.manychat;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Channel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Words that are pushed: as many messages as it takes, each in the channel's form. */
class BubblesTest {

    @Test
    void thereAreAsManyAsItTakesAndNothingIsLost() {
        List<String> bubbles = Bubbles.split(List.of("word ".repeat(8_000), "end"), Channel.WHATSAPP);
        assertThat(bubbles).hasSizeGreaterThan(TextSplitter.MAX_MESSAGES).allMatch(text -> text.length() <= 2_000);
        assertThat(String.join(" ", bubbles)).isEqualTo("word ".repeat(8_000) + "end");
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    void splittingOnceMoreChangesNothing(Channel channel) {
        List<String> bubbles = Bubbles.split(List.of("¡Buenos días! ".repeat(500), "línea\n\notra"), channel);
        assertThat(Bubbles.split(bubbles, channel)).isEqualTo(bubbles);
    }

    @Test
    void theTypeOfContentIsTheChannelAndAbsentForMessenger() {
        assertThat(Bubbles.content("hi", Channel.INSTAGRAM).encode())
                .isEqualTo("{\"version\":\"v2\",\"content\":{\"type\":\"instagram\",\"messages\":"
                        + "[{\"type\":\"text\",\"text\":\"hi\"}]}}");
        assertThat(Bubbles.content("hi", Channel.MESSENGER)
                        .getJsonObject("content")
                        .containsKey("type"))
                .isFalse();
    }

    @Test
    void halfASurrogateIsReplaced() {
        assertThat(Bubbles.content("a\ud83d", Channel.WHATSAPP).encode()).doesNotContain("\ud83d\"");
    }
}
