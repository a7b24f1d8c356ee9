package io.turngate.runner;

import io.turngate.core.Reason;
import io.turngate.core.TurngateException;
import java.util.List;
import java.util.Optional;

/**
 * What a runner produced.
 *
 * @param messages one to three texts for the contact; none if it hands the contact over without a word of its own
 * @param escalation why the contact should be handed to a person, if so
 * @param confidence 0 to 1
 * @param name what produced it, as kept with the turn: the provider, or provider and model
 * @param spent what it took
 * @param fault what was wrong with what the runner said, where that is why the contact is handed over; the runner was
 *     asked and paid all the same, so this is a reply and no failure
 */
public record RunnerReply(
        List<String> messages,
        Optional<Reason> escalation,
        double confidence,
        String name,
        Spent spent,
        Optional<TurngateException> fault) {

    public RunnerReply {
        messages = List.copyOf(messages);
    }

    /** A reply that nothing is wrong with. */
    public RunnerReply(
            List<String> messages, Optional<Reason> escalation, double confidence, String name, Spent spent) {
        this(messages, escalation, confidence, name, spent, Optional.empty());
    }

    /** What a runner said and nobody may be told: the contact is handed over. */
    public static RunnerReply unusable(String name, Spent spent, TurngateException fault) {
        return new RunnerReply(List.of(), Optional.of(Reason.BAD_REPLY), 0, name, spent, Optional.of(fault));
    }

    /**
     * What a reply took, of all calls that were made for it.
     *
     * @param tokensIn tokens read, 0 where none are counted
     * @param tokensOut tokens written, 0 where none are counted
     * @param costMicroUsd millionths of a US dollar, rounded up
     */
    public record Spent(long tokensIn, long tokensOut, long costMicroUsd) {

        /** Of a runner that nobody pays. */
        public static final Spent NOTHING = new Spent(0, 0, 0);
    }

    /** Holds words for a contact: never printed. */
    @Override
    public String toString() {
        return "reply of " + name;
    }
}
