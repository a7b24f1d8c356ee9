package io.turngate.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known key that a mistyped one was meant to be. */
final class NearestKey {

    /** One slip in this many characters still counts as near. */
    private static final int CHARACTERS_PER_SLIP = 3;

    private NearestKey() {}

    /** The nearest of the known keys, whatever the case, if one is near enough; the first of equally near ones. */
    static Optional<String> find(String key, Collection<String> known) {
        return known.stream()
                .filter(candidate -> distance(key, candidate) <= allowed(candidate))
                .min(Comparator.comparingInt(candidate -> distance(key, candidate)));
    }

    private static int allowed(String candidate) {
        return Math.max(1, candidate.length() / CHARACTERS_PER_SLIP);
    }

    /** Damerau-Levenshtein: insertions, deletions, changes and swaps of neighbours. */
    static int distance(String left, String right) {
        String a = left.toLowerCase(Locale.ROOT);
        String b = right.toLowerCase(Locale.ROOT);
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                d[i][j] = i == 0 || j == 0 ? i + j : step(d, i, j, a.charAt(i - 1) == b.charAt(j - 1));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }

    private static int step(int[][] d, int i, int j, boolean same) {
        int change = d[i - 1][j - 1] + (same ? 0 : 1);
        return Math.min(change, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
    }
}
