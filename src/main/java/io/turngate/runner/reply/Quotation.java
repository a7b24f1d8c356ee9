package io.turngate.runner.reply;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * Knows whether a text repeats {@value #WORDS} words in a row of texts that nobody may see. Words are letters and digits
 * without case or signs between; in scripts without word breaks each character is one. What may be told is no quotation,
 * though the secret texts say it too. A translation or a summary is not found.
 */
final class Quotation {

    /** Shorter ones occur by chance, and in polite phrases. */
    static final int WORDS = 12;

    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /** Hashes of runs of words, sorted; 64 bits of them, so that two runs are not taken for each other. */
    private final long[] secret;

    private final long[] open;

    /**
     * @param secret what must not be quoted
     * @param open what may be, be it a part of the secret
     */
    Quotation(List<String> secret, List<String> open) {
        this.secret = runsOf(secret);
        this.open = runsOf(open);
    }

    boolean occursIn(String text) {
        return Arrays.stream(runsOf(List.of(text))).anyMatch(run -> isIn(secret, run) && !isIn(open, run));
    }

    private static boolean isIn(long[] sorted, long run) {
        return Arrays.binarySearch(sorted, run) >= 0;
    }

    private static long[] runsOf(List<String> texts) {
        return texts.stream()
                .map(Quotation::words)
                .flatMapToLong(Quotation::runs)
                .sorted()
                .toArray();
    }

    private static LongStream runs(List<String> words) {
        return LongStream.rangeClosed(0, words.size() - (long) WORDS).map(start -> {
            long hash = 0;
            for (String word : words.subList((int) start, (int) start + WORDS)) {
                hash = (hash + word.hashCode()) * FACTOR;
                hash ^= hash >>> Integer.SIZE;
            }
            return hash;
        });
    }

    private static List<String> words(String text) {
        String folded = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        folded.codePoints().forEach(codePoint -> {
            boolean isPart = Character.isLetterOrDigit(codePoint);
            if (!isPart || isUnbroken(codePoint)) {
                flush(word, words);
            }
            if (isPart) {
                word.appendCodePoint(codePoint);
            }
            if (isUnbroken(codePoint)) {
                flush(word, words);
            }
        });
        flush(word, words);
        return words;
    }

    private static void flush(StringBuilder word, List<String> words) {
        if (!word.isEmpty()) {
            words.add(word.toString());
            word.setLength(0);
        }
    }

    private static boolean isUnbroken(int codePoint) {
        return switch (Character.UnicodeScript.of(codePoint)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR, TIBETAN -> Character.isLetterOrDigit(codePoint);
            default -> false;
        };
    }
}
