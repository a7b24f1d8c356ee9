package io.turngate.manychat;

import java.util.BitSet;

/** Finds the place where a text that is too long for one message is best split. */
final class TextBreaks {

    private static final int NONE = 0;
    private static final int WORD = 1;
    private static final int SENTENCE = 2;
    private static final int PARAGRAPH = 3;

    private static final String SENTENCE_ENDS = ".!?…؟۔।։";
    private static final String WIDE_SENTENCE_ENDS = "。！？｡";
    private static final String CLOSERS = "\"')]}»”’*_」』）】";

    private TextBreaks() {}

    /**
     * The index where a message that begins at {@code start} ends.
     *
     * @param start a grapheme boundary
     * @param end the furthest index that fits, after {@code start} and before the text's end, not inside a surrogate
     *     pair
     * @param dense whether to take the last place of any kind instead of the last one of the best kind
     * @return after {@code start}, at most {@code end}
     */
    static int last(String text, int start, int end, boolean dense) {
        BitSet boundaries = Graphemes.boundaries(text, start, end);
        int best = -1;
        int bestRank = NONE;
        for (int at = end; at > start; at--) {
            int rank = rank(text, start, at);
            if (rank > bestRank && boundaries.get(at - start)) {
                best = at;
                bestRank = rank;
                if (dense || rank == PARAGRAPH) {
                    break;
                }
            }
        }
        return best >= 0 ? best : insideWord(text, start, end, boundaries);
    }

    /** The index of what follows the white space at the given one; a mark keeps the space that it stands on. */
    static int skipWhitespace(String text, int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        boolean carriesMark = at > from && at < text.length() && !Graphemes.isBoundary(text, at - 1, at);
        return carriesMark ? at - 1 : at;
    }

    private static int insideWord(String text, int start, int end, BitSet boundaries) {
        int furthest = boundaries.length() - 1;
        if (furthest <= 0) {
            return end;
        }
        int url = Urls.startAround(text, start, start + furthest);
        int beforeUrl = url > start ? boundaries.previousSetBit(url - start) : -1;
        return start + (beforeUrl > 0 ? beforeUrl : furthest);
    }

    private static int rank(String text, int start, int at) {
        char before = text.charAt(at - 1);
        char after = text.charAt(at);
        if (Character.isWhitespace(after)) {
            return Character.isWhitespace(before) ? NONE : rankOfSpace(text, start, at);
        }
        return endsWideSentence(text, start, at) && CLOSERS.indexOf(after) < 0 ? SENTENCE : NONE;
    }

    private static int rankOfSpace(String text, int start, int at) {
        int lineBreaks = 0;
        for (int i = at; i < text.length() && Character.isWhitespace(text.charAt(i)); i++) {
            if (text.charAt(i) == '\n' && ++lineBreaks == 2) {
                return PARAGRAPH;
            }
        }
        return lineBreaks > 0 || endsWith(SENTENCE_ENDS, text, start, at) || endsWideSentence(text, start, at)
                ? SENTENCE
                : WORD;
    }

    /** Scripts that end sentences so put no space after them. */
    private static boolean endsWideSentence(String text, int start, int at) {
        return endsWith(WIDE_SENTENCE_ENDS, text, start, at);
    }

    private static boolean endsWith(String ends, String text, int start, int at) {
        int last = at - 1;
        while (last > start && CLOSERS.indexOf(text.charAt(last)) >= 0) {
            last--;
        }
        return ends.indexOf(text.charAt(last)) >= 0;
    }
}
