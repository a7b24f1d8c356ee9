package io.turngate.store;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import java.util.List;
import java.util.Optional;

/**
 * What a message was answered with, kept for those who ask again.
 *
 * @param hungUp whether its own caller was known to be gone by then
 * @param turn its count in the stretch
 * @param turnsLeft messages left before the cap
 * @param history turns the runner was given
 * @param outcome what became of it
 * @param reason why it was handed over
 * @param texts what was said; empty for a silent one
 */
public record KeptAnswer(
        boolean hungUp,
        int turn,
        int turnsLeft,
        int history,
        Outcome outcome,
        Optional<Reason> reason,
        List<String> texts) {

    public KeptAnswer {
        texts = List.copyOf(texts);
    }
}
