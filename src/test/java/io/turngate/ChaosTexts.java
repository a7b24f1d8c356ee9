package io.turngate;

import io.turngate.testing.ModelRequest;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What contacts write in a chaos run, {@code c1001m7} for the seventh of a contact, and what the model reads of it. */
final class ChaosTexts {

    private static final Pattern WORDS = Pattern.compile("(re )?c(\\d+)m\\d+|\\[handed to a colleague]");

    /** What is to be answered begins with it. */
    private static final String NEWEST = "Channel: ";

    private ChaosTexts() {}

    static String text(String contact, int number) {
        return "c" + contact + "m" + number;
    }

    static String contact(String text) {
        return text.substring(1, text.indexOf('m'));
    }

    /** The turns of the history, hand-overs as empty texts. */
    static List<String> history(ModelRequest request) {
        String all = String.join("\n", request.contents());
        return words(all.substring(0, all.lastIndexOf(NEWEST)));
    }

    /** The messages that are to be answered. */
    static List<String> messages(ModelRequest request) {
        String all = String.join("\n", request.contents());
        return words(all.substring(all.lastIndexOf(NEWEST)));
    }

    private static List<String> words(String text) {
        return WORDS.matcher(text)
                .results()
                .map(MatchResult::group)
                .map(word -> word.startsWith("[") ? "" : word)
                .toList();
    }
}
