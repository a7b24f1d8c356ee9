package io.turngate.eval;

import io.turngate.conversation.Answer;
import io.turngate.core.Turn;
import io.turngate.runner.RunnerReply.Spent;
import java.util.List;
import java.util.Optional;

/**
 * What was seen of one case.
 *
 * @param answer what the contact is told
 * @param seeded the ids of the case's turns, in their order
 * @param given the turns that the runner was given, oldest first; empty if it was not asked
 * @param millis from the message to its answer
 * @param spent what the reply took
 * @param failure what went wrong on the way, without any text or secret
 */
public record Observation(
        Answer answer,
        List<String> seeded,
        Optional<List<Turn>> given,
        long millis,
        Spent spent,
        Optional<String> failure) {

    public Observation {
        seeded = List.copyOf(seeded);
    }

    /** The places in the case's turns of what the runner was given; -1 for a turn that is none of them. */
    Optional<List<Integer>> places() {
        return given.map(
                turns -> turns.stream().map(turn -> seeded.indexOf(turn.id())).toList());
    }

    /** The words of the answer as one text, its messages on lines of their own. */
    String reply() {
        return String.join("\n", answer.texts());
    }
}
