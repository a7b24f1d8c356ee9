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
 * @param carriage how the words reach the contact
 * @param link the operator's link to the contact, for a hand-over that is pushed
 */
public record Settlement(
        Contact contact,
        Optional<String> fence,
        List<AgentTurn> turns,
        Map<String, KeptAnswer> answers,
        Carriage carriage,
        Optional<String> link) {

    /** How words reach a contact. */
    public enum Carriage {
        /** An open request carries them, and nothing else can. */
        ANSWERED,
        /**
         * An open request carries them, unless earlier ones are still to be pushed, or callers were told meanwhile that the
         * answer comes later: then they go behind those.
         */
        ANSWERED_OR_PUSHED,
        /** No request carries them: they are pushed. */
        PUSHED
    }

    /**
     * What became of a settlement.
     *
     * @param waiting how many messages wait
     * @param isPushed whether the words are left to be pushed, so that no request may carry them
     */
    public record Settled(int waiting, boolean isPushed) {}

    public Settlement {
        turns = List.copyOf(turns);
        answers = Map.copyOf(answers);
    }
}
