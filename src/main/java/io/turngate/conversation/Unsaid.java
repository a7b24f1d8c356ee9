package io.turngate.conversation;

import io.turngate.core.Channel;
import io.turngate.core.Reason;
import java.util.List;
import java.util.Optional;

/**
 * What an answer has to leave to ManyChat's API: words that did not fit, and what hands a contact over where the answer
 * itself cannot.
 *
 * @param channel where the contact reads it
 * @param texts the messages that did not fit, in order
 * @param handOver why the contact is handed over, if that is left to the API
 * @param isFlowOnly whether the answer's own actions do the rest of the hand-over
 * @param link the operator's link to the contact
 */
public record Unsaid(
        Channel channel, List<String> texts, Optional<Reason> handOver, boolean isFlowOnly, Optional<String> link) {

    public Unsaid {
        texts = List.copyOf(texts);
    }

    /** Words of a contact: never printed. */
    @Override
    public String toString() {
        return "unsaid";
    }
}
