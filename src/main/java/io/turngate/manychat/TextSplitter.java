package io.turngate.manychat;

import io.turngate.core.Channel;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits texts into messages that a channel accepts: at a paragraph, else at a line or sentence, else at a word, never
 * inside a grapheme or a URL. Only a URL, a grapheme or an unbroken run that is longer than a whole message is split
 * inside, at a grapheme, else at a code point. White space at a split and around a text is dropped.
 */
final class TextSplitter {

    /** The most messages of one answer. */
    static final int MAX_MESSAGES = 10;

    private static final String ELLIPSIS = " …";

    private TextSplitter() {}

    /**
     * The messages of an answer.
     *
     * @param messages at most ten, none of them blank
     * @param cut whether text was lost because it did not fit; the last message then ends in an ellipsis
     */
    record Split(List<String> messages, boolean cut) {}

    /**
     * The messages that say the texts. Where ten are not enough, texts share messages and these are filled as far as
     * words allow; what does not fit even then is cut.
     */
    static Split split(List<String> texts, Channel channel) {
        TextLimit limit = TextLimit.of(channel);
        List<String> messages = new ArrayList<>();
        for (String text : texts) {
            append(messages, text, limit, false, MAX_MESSAGES);
        }
        if (messages.size() > MAX_MESSAGES) {
            messages.clear();
            append(messages, String.join("\n\n", texts), limit, true, MAX_MESSAGES);
        }
        if (messages.size() <= MAX_MESSAGES) {
            return new Split(messages, false);
        }
        List<String> kept = new ArrayList<>(messages.subList(0, MAX_MESSAGES - 1));
        kept.add(withEllipsis(messages.get(MAX_MESSAGES - 1), limit));
        return new Split(kept, true);
    }

    /** The messages that say one text, however many. */
    static List<String> splitWhole(String text, Channel channel) {
        List<String> messages = new ArrayList<>();
        append(messages, text, TextLimit.of(channel), false, Integer.MAX_VALUE);
        return messages;
    }

    /** Appends the text's messages, but no more than one over the most: that it is too much is then known. */
    private static void append(List<String> messages, String text, TextLimit limit, boolean dense, int most) {
        int start = TextBreaks.skipWhitespace(text, 0);
        while (start < text.length() && messages.size() <= most) {
            int end = limit.endFrom(text, start);
            if (end == text.length()) {
                messages.add(text.substring(start).stripTrailing());
                return;
            }
            int at = TextBreaks.last(text, start, end, dense);
            messages.add(text.substring(start, at));
            start = TextBreaks.skipWhitespace(text, at);
        }
    }

    private static String withEllipsis(String message, TextLimit limit) {
        int end = limit.without(ELLIPSIS).endFrom(message, 0);
        int at = end == message.length() ? end : TextBreaks.last(message, 0, end, true);
        return message.substring(0, at) + ELLIPSIS;
    }
}
