package io.turngate.rules;

import java.text.Normalizer;
import java.util.Locale;

/** Brings texts that a reader takes for the same word into one form. */
final class TextFold {

    private static final char DOTLESS_I = '\u0131';
    private static final char LAST_ASCII = '\u007F';
    private static final String I_WITH_COMBINING_DOT = "i\u0307";

    private TextFold() {}

    /**
     * NFKC, then case-folded without a locale. Upper before lower case unites what has no single counterpart (sharp s,
     * final sigma); the two Turkish letters i are united with the plain one, since a keyword typed on one keyboard must
     * match a message typed on the other.
     */
    static String fold(String text) {
        return isAscii(text) ? text.toLowerCase(Locale.ROOT) : foldAny(text);
    }

    /** Most texts are; nothing in them has another form than its case, and normalising takes ten times as long. */
    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > LAST_ASCII) {
                return false;
            }
        }
        return true;
    }

    private static String foldAny(String text) {
        String cased = Normalizer.normalize(text, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT)
                .replace(I_WITH_COMBINING_DOT, "i")
                .replace(DOTLESS_I, 'i');
        return Normalizer.normalize(cased, Normalizer.Form.NFKC);
    }
}
