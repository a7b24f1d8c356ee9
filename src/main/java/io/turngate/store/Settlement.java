package io.turngate.store;

import io.turngate.core.Contact;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The end of a run.
 *
 * @param contact whose lane
 * @param fence the run's number; empty for a message that had no run
 * @param turns what the agent says, in order, at least one
 * @param answers what each message is answered with, by its nonce
 */
public record Settlement(
        Contact contact, Optional<String> fence, List<AgentTurn> turns, Map<String, KeptAnswer> answers) {

    public Settlement {
        turns = List.copyOf(turns);
        answers = Map.copyOf(answers);
    }
}
