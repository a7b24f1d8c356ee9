package io.turngate.manychat;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a text may be cut without splitting what a reader takes for one character: extended grapheme clusters (UAX 29)
 * as the platform knows them. Every method takes time linear in the stretch it looks at.
 */
final class Graphemes {

    private static final Pattern CLUSTER = Pattern.compile("\\X");

    private Graphemes() {}

    /**
     * The boundaries in a stretch of a text.
     *
     * @param from itself a boundary
     * @param to the last index that is looked at, at most the text's length
     * @return indices relative to {@code from}, without {@code from} itself
     */
    static BitSet boundaries(String text, int from, int to) {
        BitSet boundaries = new BitSet(to - from + 1);
        // Whether there is a boundary at an index depends on the character that follows it.
        int seen = to == text.length() ? to : text.offsetByCodePoints(to, 1);
        Matcher cluster = CLUSTER.matcher(text).region(from, seen);
        while (cluster.find() && cluster.end() <= to) {
            boundaries.set(cluster.end() - from);
        }
        return boundaries;
    }

    /** The last boundary after {@code from}, a boundary, and not after {@code to}; {@code from} if there is none. */
    static int lastBoundary(String text, int from, int to) {
        return from + Math.max(0, boundaries(text, from, to).length() - 1);
    }

    /** Whether there is a boundary at an index after {@code from}, which is one. */
    static boolean isBoundary(String text, int from, int index) {
        return lastBoundary(text, from, index) == index;
    }
}
