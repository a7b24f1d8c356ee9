package io.turngate.runner;

import io.turngate.core.Reason;
import java.util.List;
import java.util.Optional;

/**
 * What a runner produced.
 *
 * @param messages one to three texts for the contact; none if it hands the contact over without a word of its own
 * @param escalation why the contact should be handed to a person, if so
 * @param confidence 0 to 1
 * @param name what produced it, as kept with the turn: the provider, or provider and model
 * @param tokensIn tokens read, 0 where none are counted
 * @param tokensOut tokens written, 0 where none are counted
 */
public record RunnerReply(
        List<String> messages,
        Optional<Reason> escalation,
        double confidence,
        String name,
        long tokensIn,
        long tokensOut) {

    public RunnerReply {
        messages = List.copyOf(messages);
    }
}
