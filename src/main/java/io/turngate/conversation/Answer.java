package io.turngate.conversation;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import java.util.List;
import java.util.Optional;

/**
 * What a message is answered with, before it takes a channel's form.
 *
 * @param outcome what became of the message
 * @param reason why it was handed over; present exactly with {@link Outcome#ESCALATED}, or a duplicate of such
 * @param texts what the contact is told, in order; empty for silence
 * @param turn the count in the contact's stretch, 0 if the message was not counted
 * @param turnsLeft messages left before the cap, at least 0
 * @param history turns the runner was given, 0 if it was not asked
 * @param bound whether the request spoke for the contact
 */
public record Answer(
        Outcome outcome,
        Optional<Reason> reason,
        List<String> texts,
        int turn,
        int turnsLeft,
        int history,
        boolean bound) {

    public Answer {
        texts = List.copyOf(texts);
    }

    /** The same for a request that does not speak for the contact: it learns nothing of their stretch. */
    Answer unbound() {
        return new Answer(outcome, reason, texts, 0, 0, 0, false);
    }

    /** Whether the contact is to be handed to a person. */
    public boolean escalated() {
        return outcome == Outcome.ESCALATED;
    }
}
