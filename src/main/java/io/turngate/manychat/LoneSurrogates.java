package io.turngate.manychat;

/** Halves of a surrogate pair without the other half, which no UTF-8 can carry. */
final class LoneSurrogates {

    private static final char REPLACEMENT = '\uFFFD';

    private LoneSurrogates() {}

    /** The text with U+FFFD for each lone surrogate; the same object if there is none. */
    static String replaced(String text) {
        int first = next(text, 0);
        if (first == text.length()) {
            return text;
        }
        char[] chars = text.toCharArray();
        for (int i = first; i < chars.length; i = next(text, i + 1)) {
            chars[i] = REPLACEMENT;
        }
        return new String(chars);
    }

    /** The index of the first lone surrogate at or after the given one, which is not inside a pair; else the length. */
    private static int next(String text, int from) {
        int i = from;
        while (i < text.length()) {
            if (!Character.isSurrogate(text.charAt(i))) {
                i++;
            } else if (i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                i += 2;
            } else {
                return i;
            }
        }
        return text.length();
    }
}
