package io.turngate.manychat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Channel;
import io.turngate.manychat.TextSplitter.Split;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TextSplitterPropertyTest {

    private static final Pattern CLUSTER = Pattern.compile("\\X");

    private static final List<String> PIECES = List.of(
            "a",
            "word",
            "Straße",
            "нет",
            "你好",
            "。",
            "！",
            "सन्नि",
            "ภาษาไทย",
            "น้ำ",
            "مرحبا",
            "لُغَةٌ",
            "؟ ",
            ". ",
            "! ",
            "? ",
            " ",
            " ",
            "  ",
            "\n",
            "\n\n",
            "\r\n",
            ", ",
            "👨\u200d👩\u200d👧\u200d👦",
            "🇩🇪",
            "🇺",
            "👍🏽",
            "e\u0301",
            " \u0301",
            "\u0600",
            "\u200d",
            "❤\ufe0f\u200d🔥",
            "\"",
            ")",
            "1\ufe0f\u20e3");

    /** Grow a grapheme when repeated; one that is longer than a message may be broken. */
    private static final Set<String> JOINING = Set.of("\u0600", "\u200d");

    static Stream<Long> seeds() {
        return IntStream.range(0, 300).mapToObj(seed -> (long) seed);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void splittingLosesNothingAndBreaksNothing(long seed) {
        Random random = new Random(seed);
        Channel channel = Channel.values()[random.nextInt(Channel.values().length)];
        List<String> urls = new ArrayList<>();
        String text = text(random, 1 + random.nextInt(9_000), urls, channel);

        Split split = TextSplitter.split(List.of(text), channel);

        assertThat(split.messages()).hasSizeLessThanOrEqualTo(TextSplitter.MAX_MESSAGES);
        assertThat(split.messages()).allMatch(message -> size(message, channel) <= limit(channel));
        List<String> kept = graphemes(withoutEllipsis(split), channel);
        List<String> all = graphemes(List.of(text), channel);
        assertThat(kept).isEqualTo(split.cut() ? all.subList(0, kept.size()) : all);
        if (split.cut()) {
            assertThat(channel == Channel.INSTAGRAM || text.length() > limit(channel) * 2)
                    .isTrue();
        } else {
            assertWhole(urls, split.messages(), channel);
        }
    }

    @ParameterizedTest
    @MethodSource("longSeeds")
    void aLongTextThatCanBePushedIsKeptToItsEnd(long seed) {
        Random random = new Random(seed);
        Channel channel = Channel.values()[(int) (seed % Channel.values().length)];
        List<String> urls = new ArrayList<>();
        String longUrl = "https://example.com/" + "p".repeat(2_980);
        String text = text(random, 10_000, urls, channel) + " " + longUrl + " " + text(random, 10_000, urls, channel);

        List<String> messages = TextSplitter.whole(List.of(text), channel);

        assertThat(messages).hasSizeGreaterThan(TextSplitter.MAX_MESSAGES).noneMatch(String::isBlank);
        assertThat(messages).allMatch(message -> size(message, channel) <= limit(channel));
        assertThat(graphemes(messages, channel)).isEqualTo(graphemes(List.of(text), channel));
        assertWhole(urls, messages, channel);
    }

    static Stream<Long> longSeeds() {
        return IntStream.range(0, 50).mapToObj(seed -> (long) seed);
    }

    /** Each URL is in one message; on Instagram that message is nothing but the URL. */
    private static void assertWhole(List<String> urls, List<String> messages, Channel channel) {
        if (channel == Channel.INSTAGRAM) {
            assertThat(messages).containsAll(urls);
            assertThat(messages)
                    .filteredOn(message -> message.contains("https://"))
                    .allMatch(message -> urls.contains(message) || message.length() == limit(channel));
        } else {
            assertThat(urls).allMatch(url -> messages.stream().anyMatch(message -> message.contains(url)));
        }
    }

    private static String text(Random random, int length, List<String> urls, Channel channel) {
        StringBuilder text = new StringBuilder();
        int maxRun = 1 + random.nextInt(400);
        while (text.length() < length) {
            if (random.nextInt(30) == 0) {
                String url = "https://example.com/" + urls.size() + "/" + "p-".repeat(random.nextInt(90)) + "end";
                urls.add(url);
                // What joins the next character would be parted from a link that has to be alone.
                boolean apart = channel == Channel.INSTAGRAM || random.nextBoolean();
                text.append(apart ? " " : "").append(url).append(random.nextBoolean() ? " " : "。");
            } else {
                String piece = PIECES.get(random.nextInt(PIECES.size()));
                int most = JOINING.contains(piece) ? 20 : maxRun;
                text.append(piece.repeat(random.nextInt(4) == 0 ? 1 + random.nextInt(most) / piece.length() : 1));
            }
        }
        return text.toString();
    }

    private static List<String> withoutEllipsis(Split split) {
        List<String> messages = new ArrayList<>(split.messages());
        if (split.cut()) {
            messages.replaceAll(
                    message -> message.endsWith(" …") ? message.substring(0, message.length() - 2) : message);
        }
        return messages;
    }

    /**
     * Each message's graphemes, one after the other, without the white space after a character; on Instagram without
     * punctuation, which may be dropped beside a link.
     */
    private static List<String> graphemes(List<String> messages, Channel channel) {
        return messages.stream()
                .flatMap(message -> CLUSTER.matcher(message).results().map(MatchResult::group))
                .map(String::stripTrailing)
                .filter(grapheme -> !grapheme.isEmpty())
                .filter(grapheme -> channel != Channel.INSTAGRAM || !grapheme.matches("\\p{P}"))
                .toList();
    }

    private static int size(String message, Channel channel) {
        return inBytes(channel) ? message.getBytes(UTF_8).length : message.length();
    }

    private static int limit(Channel channel) {
        return inBytes(channel) ? 1_000 : 2_000;
    }

    private static boolean inBytes(Channel channel) {
        return channel == Channel.INSTAGRAM || channel == Channel.TIKTOK;
    }
}
