package io.turngate.eval;

import java.util.List;

/** What was found of a case. */
public sealed interface Verdict {

    /** Everything held. */
    record Passed() implements Verdict {}

    /** Something did not hold, or the case could not be run. */
    record Failed(List<Miss> misses) implements Verdict {
        public Failed {
            misses = List.copyOf(misses);
        }
    }

    /** It is not meant for this runner. */
    record Skipped(String why) implements Verdict {}

    /**
     * One thing that did not hold.
     *
     * @param expected what should
     * @param seen what was there instead
     */
    record Miss(String expected, String seen) {}
}
