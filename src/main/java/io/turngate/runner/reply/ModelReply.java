package io.turngate.runner.reply;

import io.turngate.core.Reason;
import java.util.List;
import java.util.Optional;

/**
 * What a model said, in its form and not yet guarded.
 *
 * @param messages up to three texts; at least one unless it escalates
 * @param escalation why a person has to take over, if so
 * @param confidence 0 to 1
 */
public record ModelReply(List<String> messages, Optional<Reason> escalation, double confidence) {

    public ModelReply {
        messages = List.copyOf(messages);
    }

    /** Holds words for a contact: never printed. */
    @Override
    public String toString() {
        return "reply";
    }
}
