package io.turngate.manychat;

import io.turngate.core.Channel;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits texts into messages that a channel accepts: at a paragraph, else at a line or sentence, else at a word, never
 * inside a grapheme or a URL. Only a URL, a grapheme or an unbroken run that is longer than a whole message is split
 * inside, at a grapheme, else at a code point. White space at a split and around a text is dropped. On Instagram a link
 * has a message of its own.
 */
final class TextSplitter {

    /** The most messages of one answer. */
    static final int MAX_MESSAGES = 10;

    private static final String ELLIPSIS = " …";

    private final Channel channel;
    private final TextLimit limit;
    private final boolean dense;

    /** How many messages are enough: what comes after them is not looked at. */
    private final int enough;

    private final List<String> messages = new ArrayList<>();

    private TextSplitter(Channel channel, boolean dense, int enough) {
        this.channel = channel;
        this.limit = TextLimit.of(channel);
        this.dense = dense;
        this.enough = enough;
    }

    /**
     * The messages of an answer.
     *
     * @param messages at most ten, none of them blank
     * @param cut whether text was lost because it did not fit; the last message then ends in an ellipsis, unless it is a
     *     link that has to be alone
     */
    record Split(List<String> messages, boolean cut) {}

    /** All messages that say the texts, however many; none of them is blank. */
    static List<String> whole(List<String> texts, Channel channel) {
        return new TextSplitter(channel, false, Integer.MAX_VALUE).messages(texts);
    }

    /**
     * The messages that say the texts. Where ten are not enough, texts share messages and these are filled as far as
     * words allow; what does not fit even then is cut.
     */
    static Split split(List<String> texts, Channel channel) {
        // One more than allowed: that it is too much is then known.
        List<String> messages = new TextSplitter(channel, false, MAX_MESSAGES + 1).messages(texts);
        if (messages.size() > MAX_MESSAGES) {
            List<String> one = List.of(String.join("\n\n", texts));
            messages = new TextSplitter(channel, true, MAX_MESSAGES + 1).messages(one);
        }
        if (messages.size() <= MAX_MESSAGES) {
            return new Split(messages, false);
        }
        List<String> kept = new ArrayList<>(messages.subList(0, MAX_MESSAGES - 1));
        kept.add(withEllipsis(messages.get(MAX_MESSAGES - 1), channel));
        return new Split(kept, true);
    }

    private List<String> messages(List<String> texts) {
        for (String text : texts) {
            for (String piece : channel == Channel.INSTAGRAM ? Links.apart(text) : List.of(text)) {
                append(piece);
            }
        }
        return messages;
    }

    private void append(String text) {
        int start = TextBreaks.skipWhitespace(text, 0);
        while (start < text.length() && messages.size() < enough) {
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

    private static String withEllipsis(String message, Channel channel) {
        if (channel == Channel.INSTAGRAM && Links.isLink(message)) {
            return message;
        }
        int end = TextLimit.of(channel).without(ELLIPSIS).endFrom(message, 0);
        int at = end == message.length() ? end : TextBreaks.last(message, 0, end, true);
        return message.substring(0, at) + ELLIPSIS;
    }
}
