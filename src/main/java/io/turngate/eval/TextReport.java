package io.turngate.eval;

import io.turngate.eval.Verdict.Failed;
import io.turngate.eval.Verdict.Miss;
import io.turngate.eval.Verdict.Skipped;
import java.util.function.UnaryOperator;

/** A case as a person reads it: its verdict, each message of the reply, and what did not hold. */
public final class TextReport {

    private static final String INDENT = "      ";

    private final Paint paint;

    /**
     * How verdicts stand out.
     *
     * @param good around the word of a case that passed
     * @param bad around that of one that failed
     * @param dim around that of one that was skipped
     */
    public record Paint(UnaryOperator<String> good, UnaryOperator<String> bad, UnaryOperator<String> dim) {

        /** Not at all. */
        public static final Paint NONE =
                new Paint(UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity());
    }

    public TextReport(Paint paint) {
        this.paint = paint;
    }

    /** Some lines, each with its end. */
    public String of(CaseResult result) {
        StringBuilder text = new StringBuilder(head(result));
        result.seen().ifPresent(seen -> reply(text, seen));
        if (result.verdict() instanceof Failed failed) {
            failed.misses().forEach(miss -> miss(text, miss));
        }
        return text.toString();
    }

    private String head(CaseResult result) {
        String name = result.evalCase().name();
        if (result.verdict() instanceof Skipped skipped) {
            return paint.dim().apply("skip") + "  " + name + ": " + skipped.why() + "\n";
        }
        String word =
                result.isPassed() ? paint.good().apply("ok  ") : paint.bad().apply("FAIL");
        return word + "  " + name + " (" + what(result) + ")\n";
    }

    private static String what(CaseResult result) {
        return result.seen()
                .map(seen -> seen.answer().outcome().wireName()
                        + seen.answer()
                                .reason()
                                .map(why -> " " + why.wireName())
                                .orElse("") + ", " + seen.millis()
                        + " ms")
                .orElse(result.evalCase().file() + ":" + result.evalCase().line());
    }

    private static void reply(StringBuilder text, Observation seen) {
        for (String message : seen.answer().texts()) {
            text.append(INDENT)
                    .append("> ")
                    .append(Shown.plain(message).replace("\n", "\n" + INDENT + "  "))
                    .append('\n');
        }
    }

    private static void miss(StringBuilder text, Miss miss) {
        text.append(INDENT).append("expected  ").append(miss.expected()).append('\n');
        text.append(INDENT)
                .append("seen      ")
                .append(Shown.plain(miss.seen()))
                .append('\n');
    }
}
