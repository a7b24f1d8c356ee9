package io.turngate.eval;

import io.turngate.config.EvalCase;
import java.util.List;
import java.util.stream.Collectors;

/** Texts as they are printed: a model's words must not steer a terminal. */
final class Shown {

    private static final int LONGEST = 60;

    private Shown() {}

    /** The text without anything that a terminal or a log obeys; line breaks stay. */
    static String plain(String text) {
        return text.codePoints()
                .mapToObj(point -> isObeyed(point) ? "\uFFFD" : Character.toString(point))
                .collect(Collectors.joining());
    }

    private static boolean isObeyed(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL -> point != '\n' && point != '\t';
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE -> true;
            // Joiners hold emoji together, overrides of direction turn a line around.
            case Character.FORMAT -> (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
            default -> false;
        };
    }

    /** The text in quotes, on one line and not too long. */
    static String quoted(String text) {
        int end = Math.min(text.length(), LONGEST);
        String cut = text.substring(0, end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
        return '"' + plain(cut.replace('\n', ' ')) + (end < text.length() ? "…" : "") + '"';
    }

    /** Turns by their places in the case, with their texts. */
    static String turns(EvalCase evalCase, List<Integer> places) {
        return places.stream().map(place -> turn(evalCase, place)).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String turn(EvalCase evalCase, int place) {
        return place < 0
                ? "another turn"
                : place + " " + quoted(evalCase.turns().get(place).text());
    }
}
