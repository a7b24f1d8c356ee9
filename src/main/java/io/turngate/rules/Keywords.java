package io.turngate.rules;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Words that are looked for in a contact's text: as whole words, and as substrings in scripts that are written without
 * word breaks. Immutable.
 */
public final class Keywords {

    private static final Set<UnicodeScript> WITHOUT_WORD_BREAKS = EnumSet.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.THAI,
            UnicodeScript.LAO,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR,
            UnicodeScript.TIBETAN);

    private final List<String> words;
    private final List<String> folded;

    public Keywords(List<String> keywords) {
        this.words = List.copyOf(keywords);
        this.folded = keywords.stream()
                .map(keyword -> TextFold.fold(keyword.strip()))
                .filter(keyword -> !keyword.isEmpty())
                .toList();
    }

    /** The words as they were configured. */
    public List<String> words() {
        return words;
    }

    /** Whether one of the keywords occurs in the text. */
    public boolean occurIn(String text) {
        if (folded.isEmpty()) {
            return false;
        }
        String foldedText = TextFold.fold(text);
        return folded.stream().anyMatch(keyword -> occurs(keyword, foldedText));
    }

    private static boolean occurs(String keyword, String text) {
        for (int at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
            if (breaksBefore(text, at) && breaksAfter(text, at + keyword.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean breaksBefore(String text, int start) {
        return start == 0 || isBreak(text.codePointBefore(start), text.codePointAt(start));
    }

    private static boolean breaksAfter(String text, int end) {
        return end == text.length() || isBreak(text.codePointBefore(end), text.codePointAt(end));
    }

    /** A word goes on only where two word characters meet and both belong to scripts with word breaks. */
    private static boolean isBreak(int left, int right) {
        return !isWordCharacter(left) || !isWordCharacter(right) || isUnbroken(left) || isUnbroken(right);
    }

    private static boolean isWordCharacter(int codePoint) {
        return Character.isLetterOrDigit(codePoint) || isMark(codePoint) || codePoint == '_';
    }

    private static boolean isMark(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK;
    }

    private static boolean isUnbroken(int codePoint) {
        return WITHOUT_WORD_BREAKS.contains(UnicodeScript.of(codePoint));
    }
}
