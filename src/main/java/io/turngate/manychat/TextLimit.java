package io.turngate.manychat;

import io.turngate.core.Channel;

/**
 * How much text one message of a channel may hold.
 *
 * @param size the most, at least 4, so that any code point fits
 * @param inBytes whether the size counts bytes of UTF-8; else it counts UTF-16 code units, never fewer than characters
 */
record TextLimit(int size, boolean inBytes) {

    private static final int MAX_BYTES_PER_UNIT = 3;
    private static final TextLimit CHARACTERS = new TextLimit(2_000, false);
    private static final TextLimit BYTES = new TextLimit(1_000, true);

    /** The channel's limit. TikTok's unit is not documented: bytes are never too many. */
    static TextLimit of(Channel channel) {
        return switch (channel) {
            case MESSENGER, WHATSAPP, TELEGRAM -> CHARACTERS;
            case INSTAGRAM, TIKTOK -> BYTES;
        };
    }

    /** This limit with room left for a suffix. */
    TextLimit without(String suffix) {
        return new TextLimit(size - (inBytes ? bytes(suffix) : suffix.length()), inBytes);
    }

    /** The furthest index up to which the text from {@code start} on fits, never inside a surrogate pair. */
    int endFrom(String text, int start) {
        int rest = text.length() - start;
        if (rest <= (inBytes ? size / MAX_BYTES_PER_UNIT : size)) {
            return text.length();
        }
        if (inBytes) {
            return endInBytes(text, start);
        }
        int end = start + size;
        boolean splitsPair = Character.isSurrogatePair(text.charAt(end - 1), text.charAt(end));
        return splitsPair ? end - 1 : end;
    }

    private int endInBytes(String text, int start) {
        int left = size;
        int at = start;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            left -= bytes(codePoint);
            if (left < 0) {
                return at;
            }
            at += Character.charCount(codePoint);
        }
        return at;
    }

    private static int bytes(String text) {
        return text.codePoints().map(TextLimit::bytes).sum();
    }

    private static int bytes(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return Character.isBmpCodePoint(codePoint) ? MAX_BYTES_PER_UNIT : 4;
    }
}
