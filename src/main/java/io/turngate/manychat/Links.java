package io.turngate.manychat;

import java.util.ArrayList;
import java.util.List;

/** Parts a text from the links in it, for channels that show a link only where it is alone in its message. */
final class Links {

    private static final String CLOSERS = ")]}";
    private static final String OPENERS = "([{";

    private static final String EMPHASIS = "'*_~";

    /** What ends a sentence or an emphasis and not a URL. */
    private static final String TRAILERS = ".,;:!?…" + EMPHASIS;

    private Links() {}

    /**
     * The text in pieces, in order, each either one link or without any. Punctuation that touches a link, and what stands
     * between links and is white space or punctuation alone, is dropped: nobody wants to read a message of one full stop.
     */
    static List<String> apart(String text) {
        List<String> pieces = new ArrayList<>();
        int done = 0;
        int at = Urls.nextStart(text, 0);
        while (at >= 0) {
            int end = end(text, at);
            if (end > at) {
                addWords(pieces, withoutOpeners(text.substring(done, at)));
                pieces.add(text.substring(at, end));
                done = Urls.endOf(text, at);
            }
            at = Urls.nextStart(text, Math.max(done, at + 1));
        }
        if (pieces.isEmpty()) {
            return List.of(text);
        }
        addWords(pieces, text.substring(done));
        return pieces;
    }

    /** Whether the text is one link and nothing else. */
    static boolean isLink(String text) {
        return Urls.nextStart(text, 0) == 0 && end(text, 0) == text.length();
    }

    /** The end of the link that opens at the index; the index itself if nothing but an opening is there. */
    private static int end(String text, int start) {
        int end = Urls.endOf(text, start);
        int[] unopened = new int[CLOSERS.length()];
        for (int i = start; i < end; i++) {
            count(unopened, text.charAt(i), 1);
        }
        while (end > start && isTrailer(unopened, text.charAt(end - 1))) {
            end--;
            count(unopened, text.charAt(end), -1);
        }
        return end > start + Urls.openingLength(text, start) ? end : start;
    }

    private static void count(int[] unopened, char c, int sign) {
        int closer = CLOSERS.indexOf(c);
        int opener = OPENERS.indexOf(c);
        if (closer >= 0) {
            unopened[closer] += sign;
        } else if (opener >= 0) {
            unopened[opener] -= sign;
        }
    }

    /** A closing bracket ends the link's text unless the link opened it. */
    private static boolean isTrailer(int[] unopened, char c) {
        int closer = CLOSERS.indexOf(c);
        return closer >= 0 ? unopened[closer] > 0 : TRAILERS.indexOf(c) >= 0;
    }

    private static String withoutOpeners(String text) {
        int end = text.length();
        while (end > 0 && (OPENERS.indexOf(text.charAt(end - 1)) >= 0 || EMPHASIS.indexOf(text.charAt(end - 1)) >= 0)) {
            end--;
        }
        return text.substring(0, end);
    }

    private static void addWords(List<String> pieces, String between) {
        if (!between.codePoints().allMatch(Links::saysNothing)) {
            pieces.add(between);
        }
    }

    private static boolean saysNothing(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONNECTOR_PUNCTUATION,
                    Character.DASH_PUNCTUATION,
                    Character.START_PUNCTUATION,
                    Character.END_PUNCTUATION,
                    Character.INITIAL_QUOTE_PUNCTUATION,
                    Character.FINAL_QUOTE_PUNCTUATION,
                    Character.OTHER_PUNCTUATION -> true;
            default -> Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
        };
    }
}
