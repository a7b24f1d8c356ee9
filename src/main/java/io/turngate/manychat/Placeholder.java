package io.turngate.manychat;

/** The form of a value that ManyChat could not fill in: <code>{{cuf_123}}</code>. */
final class Placeholder {

    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    private Placeholder() {}

    /** Whether the text, apart from spaces around it, is one placeholder. */
    static boolean isWhole(String text) {
        String stripped = text.strip();
        return stripped.startsWith(OPEN) && endOf(stripped, 0) == stripped.length();
    }

    /** Whether a placeholder is somewhere in the text. */
    static boolean occursIn(String text) {
        for (int at = text.indexOf(OPEN); at >= 0; at = text.indexOf(OPEN, at + 1)) {
            if (endOf(text, at) > 0) {
                return true;
            }
        }
        return false;
    }

    /** The end of the placeholder that opens at the index, -1 if none does: no braces inside, at least a character. */
    private static int endOf(String text, int open) {
        int inside = open + OPEN.length();
        int at = inside;
        while (at < text.length() && text.charAt(at) != '{' && text.charAt(at) != '}') {
            at++;
        }
        return at > inside && text.startsWith(CLOSE, at) ? at + CLOSE.length() : -1;
    }
}
