package io.turngate.runner.prompt;

import java.util.Set;

/**
 * The fence around what a contact wrote. Its marks are fixed, so that the beginning of a prompt can be cached; they hold
 * because nothing that looks like one survives in a text that goes inside.
 */
public final class Fence {

    static final String MESSAGE = "message";
    static final String NAME = "name";

    private static final String OPENING = "<<<";
    private static final String CLOSING = ">>>";

    /** Every character that a model may take for an angle bracket, with the number of brackets that it shows. */
    private static final String SINGLE = "<>＜＞﹤﹥‹›«»〈〉《》\u2329\u232A⟨⟩⟪⟫❮❯❰❱˂˃᚛᚜≺≻⊰⊱⋖⋗⧼⧽ᐸᐳ";

    private static final String SEVERAL = "≪≫⋘⋙⪡⪢⫷⫸";

    /** As many in a row look like a mark; one is a comparison, a smiley or a quotation. */
    private static final int LOOKS_LIKE_A_MARK = 2;

    /** Kinds of characters that do not part two brackets for a reader. */
    private static final Set<Byte> UNSEEN = Set.of(
            Character.FORMAT,
            Character.CONTROL,
            Character.SURROGATE,
            Character.PRIVATE_USE,
            Character.UNASSIGNED,
            Character.NON_SPACING_MARK,
            Character.ENCLOSING_MARK);

    private Fence() {}

    /** The text inside of a fence of this kind. */
    static String around(String kind, String text) {
        return OPENING + kind + "\n" + clean(text) + "\n" + kind + CLOSING;
    }

    /** What opens a fence of this kind, as the house rules name it. */
    static String opening(String kind) {
        return OPENING + kind;
    }

    /** What closes a fence of this kind, as the house rules name it. */
    static String closing(String kind) {
        return kind + CLOSING;
    }

    /**
     * The text without anything that could be read as a mark: runs of angle brackets and what looks like them, with or without
     * white space or unseen characters between, and without characters that nobody sees but a model reads. One pass.
     */
    public static String clean(String text) {
        return text.chars().allMatch(Fence::isHarmless) ? text : cleaned(text);
    }

    /** Letters, digits and signs of Latin scripts without any bracket: most texts are nothing else. */
    private static boolean isHarmless(int character) {
        boolean isAscii = character >= ' ' && character <= '~' && character != '<' && character != '>';
        boolean isLatin = character > 0xA0 && character <= 0x24F && character != '«' && character != '»';
        return isAscii || isLatin || character == '\n' || character == '\t';
    }

    private static String cleaned(String text) {
        StringBuilder cleaned = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            if (weight(codePoint) == 0) {
                if (!isSmuggled(codePoint)) {
                    cleaned.appendCodePoint(codePoint);
                }
                at += Character.charCount(codePoint);
            } else {
                int end = endOfRun(text, at);
                cleaned.appendCodePoint(brackets(text, at, end) < LOOKS_LIKE_A_MARK ? codePoint : ' ');
                at = end;
            }
        }
        return cleaned.toString();
    }

    /** The end of the brackets that begin here, blanks and unseen characters between them included. */
    private static int endOfRun(String text, int start) {
        int end = start;
        int at = start;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            at += Character.charCount(codePoint);
            if (weight(codePoint) > 0) {
                end = at;
            } else if (!isBetween(codePoint)) {
                return end;
            }
        }
        return end;
    }

    private static int brackets(String text, int start, int end) {
        return text.substring(start, end).codePoints().map(Fence::weight).sum();
    }

    private static int weight(int codePoint) {
        if (SEVERAL.indexOf(codePoint) >= 0) {
            return LOOKS_LIKE_A_MARK;
        }
        return SINGLE.indexOf(codePoint) >= 0 ? 1 : 0;
    }

    /** Line breaks too: a mark over two lines is one to a reader who wants to see it. */
    private static boolean isBetween(int codePoint) {
        return Character.isWhitespace(codePoint)
                || Character.isSpaceChar(codePoint)
                || UNSEEN.contains((byte) Character.getType(codePoint));
    }

    /** Controls, overrides of direction, and tags, in which whole sentences can hide. Joiners of emoji and scripts stay. */
    private static boolean isSmuggled(int codePoint) {
        if (codePoint == '\n' || codePoint == '\t') {
            return false;
        }
        return Character.isISOControl(codePoint)
                || codePoint >= 0x202A && codePoint <= 0x202E
                || codePoint >= 0x2066 && codePoint <= 0x2069
                || codePoint >= 0xE0000 && codePoint <= 0xE007F
                || codePoint == 0xFEFF
                || codePoint == 0x200B
                || codePoint == 0x2060;
    }
}
