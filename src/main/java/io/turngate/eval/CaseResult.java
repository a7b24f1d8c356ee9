package io.turngate.eval;

import io.turngate.config.EvalCase;
import java.util.Optional;

/**
 * A case and what came of it.
 *
 * @param seen empty if it was skipped or could not be run
 */
public record CaseResult(EvalCase evalCase, Verdict verdict, Optional<Observation> seen) {

    boolean isPassed() {
        return verdict instanceof Verdict.Passed;
    }

    /** Whether something did not hold, or it could not be run. */
    public boolean isFailed() {
        return verdict instanceof Verdict.Failed;
    }

    boolean isSkipped() {
        return verdict instanceof Verdict.Skipped;
    }

    /** Milliseconds to the answer, 0 without one. */
    long millis() {
        return seen.map(Observation::millis).orElse(0L);
    }
}
