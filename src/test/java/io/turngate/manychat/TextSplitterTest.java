package io.turngate.manychat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Channel;
import io.turngate.manychat.TextSplitter.Split;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextSplitterTest {

    private static final String FAMILY = "👨\u200d👩\u200d👧\u200d👦";

    @ParameterizedTest
    @EnumSource(Channel.class)
    void aShortTextIsOneMessage(Channel channel) {
        assertThat(TextSplitter.split(List.of("hello"), channel)).isEqualTo(new Split(List.of("hello"), false));
    }

    @Test
    void blankTextsAreNoMessages() {
        assertThat(split(Channel.WHATSAPP, "", " \n", " a ")).containsExactly("a");
        assertThat(split(Channel.WHATSAPP)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Channel.class,
            names = {"MESSENGER", "WHATSAPP", "TELEGRAM"})
    void aMessageHoldsTwoThousandCharacters(Channel channel) {
        assertThat(split(channel, "é".repeat(2_000))).hasSize(1);
        assertThat(split(channel, "é".repeat(2_001))).containsExactly("é".repeat(2_000), "é");
    }

    @ParameterizedTest
    @EnumSource(
            value = Channel.class,
            names = {"INSTAGRAM", "TIKTOK"})
    void aMessageHoldsAThousandBytes(Channel channel) {
        assertThat(split(channel, "a".repeat(1_000))).hasSize(1);
        assertThat(split(channel, "é".repeat(500))).hasSize(1);
        assertThat(split(channel, "é".repeat(501))).containsExactly("é".repeat(500), "é");
        assertThat(split(channel, "€".repeat(334))).containsExactly("€".repeat(333), "€");
        assertThat(split(channel, "😀".repeat(251))).containsExactly("😀".repeat(250), "😀");
    }

    @Test
    void aParagraphIsThePlaceToSplit() {
        String first = "One. ".repeat(100).strip();
        String second = "Two. ".repeat(350).strip();

        assertThat(split(Channel.WHATSAPP, first + "\n \n" + second)).containsExactly(first, second);
    }

    @ParameterizedTest
    @ValueSource(strings = {". ", "! ", "? ", ".\n", ".\" ", "…) ", "\n", "؟ "})
    void aSentenceIsTheNextBestPlace(String end) {
        String first = "a".repeat(1_200) + " b" + end;
        String second = "c ".repeat(500).strip();

        assertThat(split(Channel.WHATSAPP, first + second)).containsExactly(first.strip(), second);
    }

    @Test
    void aFullStopWithoutASpaceIsNoSentence() {
        assertThat(split(Channel.WHATSAPP, "word " + "1.5".repeat(666))).containsExactly("word", "1.5".repeat(666));
    }

    @Test
    void aWideFullStopNeedsNoSpace() {
        String first = "你".repeat(1_500) + "。”";
        String second = "好".repeat(600);

        assertThat(split(Channel.WHATSAPP, first + second)).containsExactly(first, second);
    }

    @Test
    void aClosingQuoteStaysWithItsSentence() {
        String second = "好".repeat(1_997) + "。”";

        assertThat(split(Channel.WHATSAPP, "你。" + second + "好")).containsExactly("你。", second + "好");
    }

    @Test
    void aWordIsTheLastGoodPlace() {
        assertThat(split(Channel.WHATSAPP, "a".repeat(1_500) + " " + "b".repeat(600)))
                .containsExactly("a".repeat(1_500), "b".repeat(600));
        assertThat(split(Channel.WHATSAPP, "a".repeat(2_000) + " " + "b")).containsExactly("a".repeat(2_000), "b");
    }

    @Test
    void aMarkKeepsTheSpaceThatItStandsOn() {
        assertThat(split(Channel.WHATSAPP, "a".repeat(1_999) + "  \u0301b"))
                .containsExactly("a".repeat(1_999), " \u0301b");
    }

    @Test
    void aGraphemeStaysWhole() {
        assertThat(split(Channel.WHATSAPP, "a".repeat(1_995) + FAMILY)).containsExactly("a".repeat(1_995), FAMILY);
        assertThat(split(Channel.INSTAGRAM, "a".repeat(996) + "🇩🇪")).containsExactly("a".repeat(996), "🇩🇪");
    }

    @Test
    void aGraphemeLongerThanAMessageIsSplitAtACodePoint() {
        String marks = "\u0301".repeat(2_500);

        assertThat(split(Channel.WHATSAPP, "a" + marks))
                .containsExactly("a" + marks.substring(0, 1_999), marks.substring(1_999));
    }

    @Test
    void aSurrogatePairIsNeverSplit() {
        String tags = "\udb40\udc67".repeat(1_500);

        assertThat(split(Channel.WHATSAPP, "a" + tags))
                .containsExactly("a" + tags.substring(0, 1_998), tags.substring(1_998));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://", "http://", "HTTPS://", "www."})
    void aUrlStaysWhole(String opening) {
        String url = opening + "example.com/" + "p".repeat(100);

        assertThat(split(Channel.WHATSAPP, "长".repeat(1_990) + url)).containsExactly("长".repeat(1_990), url);
        assertThat(split(Channel.WHATSAPP, "长".repeat(1_998) + "：" + url))
                .containsExactly("长".repeat(1_998) + "：", url);
    }

    @Test
    void aUrlMayHoldAnother() {
        String url = "https://archive.example/" + "p".repeat(50) + "/https://example.com/" + "q".repeat(50);

        assertThat(split(Channel.WHATSAPP, "(".repeat(1_900) + "，" + url))
                .containsExactly("(".repeat(1_900) + "，", url);
    }

    @Test
    void aUrlLongerThanAMessageIsSplit() {
        String url = "https://example.com/" + "p".repeat(2_000);

        assertThat(split(Channel.WHATSAPP, url)).containsExactly(url.substring(0, 2_000), url.substring(2_000));
    }

    @Test
    void aLinkIsAloneOnInstagram() {
        String text = "Book at https://example.com/a, or (see www.example.com/b)!\n\nBye";

        assertThat(split(Channel.INSTAGRAM, text))
                .containsExactly("Book at", "https://example.com/a", "or (see", "www.example.com/b", "Bye");
        assertThat(split(Channel.TIKTOK, text)).containsExactly(text);
    }

    @Test
    void aLinkLongerThanAMessageSharesNoneOfItsMessages() {
        String url = "https://example.com/" + "p".repeat(2_980);

        assertThat(split(Channel.INSTAGRAM, "See " + url + " now"))
                .containsExactly(
                        "See", url.substring(0, 1_000), url.substring(1_000, 2_000), url.substring(2_000), "now");
    }

    @Test
    void linksThatTakeTooManyMessagesAreCutAndStayAlone() {
        Split split = TextSplitter.split(List.of("a https://example.com ".repeat(6)), Channel.INSTAGRAM);

        assertThat(split.cut()).isTrue();
        assertThat(split.messages()).hasSize(10).endsWith("a", "https://example.com");
    }

    @Test
    void theWholeOfATextMayTakeAnyNumberOfMessages() {
        assertThat(TextSplitter.whole(List.of("é".repeat(6_000)), Channel.INSTAGRAM))
                .hasSize(12)
                .allMatch(message -> message.equals("é".repeat(500)));
    }

    @Test
    void severalTextsStaySeveralMessages() {
        assertThat(split(Channel.WHATSAPP, "one", "two")).containsExactly("one", "two");
    }

    @Test
    void moreThanTenTextsShareMessages() {
        Split split = TextSplitter.split(Collections.nCopies(11, "one"), Channel.WHATSAPP);

        assertThat(split.messages()).containsExactly(String.join("\n\n", Collections.nCopies(11, "one")));
        assertThat(split.cut()).isFalse();
    }

    @Test
    void aTextThatFitsOnlyDenselyIsNotCut() {
        String text = ("Short.\n\n" + "word ".repeat(420).strip() + "\n\n").repeat(8);

        Split split = TextSplitter.split(List.of(text), Channel.WHATSAPP);

        assertThat(split.messages()).hasSize(9);
        assertThat(split.cut()).isFalse();
    }

    @Test
    void whatDoesNotFitIntoTenMessagesIsCutWithAnEllipsis() {
        Split split = TextSplitter.split(List.of("word ".repeat(4_500)), Channel.WHATSAPP);

        assertThat(split.cut()).isTrue();
        assertThat(split.messages()).hasSize(10).allMatch(message -> message.length() <= 2_000);
        assertThat(split.messages().get(9)).endsWith("word …").hasSizeGreaterThan(1_990);
    }

    @Test
    void theEllipsisFitsIntoTheBytes() {
        Split split = TextSplitter.split(List.of("é".repeat(6_000)), Channel.INSTAGRAM);

        assertThat(split.cut()).isTrue();
        assertThat(split.messages()).hasSize(10);
        assertThat(split.messages().get(9)).isEqualTo("é".repeat(498) + " …");
        assertThat(split.messages().get(9).getBytes(UTF_8)).hasSize(1_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                " ",
                "\u0301",
                "\n\n",
                "👨\u200d",
                "。",
                "https://",
                "https://a ",
                "www.",
                "(",
                "a ",
                "\ud83d",
                "\""
            })
    void hostileTextsTakeLittleTime(String unit) {
        String text = "x" + unit.repeat(60_000) + "y";

        for (Channel channel : Channel.values()) {
            Assertions.assertTimeout(Duration.ofSeconds(2), () -> TextSplitter.split(List.of(text), channel));
            Assertions.assertTimeout(Duration.ofSeconds(5), () -> TextSplitter.whole(List.of(text), channel));
        }
    }

    private static List<String> split(Channel channel, String... texts) {
        Split split = TextSplitter.split(List.of(texts), channel);
        assertThat(split.cut()).isFalse();
        return split.messages();
    }
}
