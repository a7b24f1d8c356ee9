package io.turngate.store;

import io.turngate.core.Contact;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import java.util.List;
import java.util.Optional;

/**
 * What the agent says, as it is to be kept.
 *
 * @param contact whom it answers
 * @param nonce names the attempt: repeated with the same one it is recorded once
 * @param to the id of the contact's turn that it answers, empty for an opening
 * @param texts its messages, in order, at least one, none empty; recorded as one text
 * @param outcome what became of the message
 * @param reason why it was escalated, or {@link Reason#MEDIA} for the fallback
 * @param work what the runner did for it, if it was asked
 */
public record AgentTurn(
        Contact contact,
        String nonce,
        String to,
        List<String> texts,
        Outcome outcome,
        Optional<Reason> reason,
        Optional<RunnerWork> work) {

    private static final String BETWEEN_TEXTS = "\n\n";

    public AgentTurn {
        texts = List.copyOf(texts);
        if (texts.isEmpty() || texts.stream().anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException("an empty turn would make every later request to a provider fail");
        }
    }

    /** What is recorded. */
    public String text() {
        return String.join(BETWEEN_TEXTS, texts);
    }

    /**
     * What a runner did for a turn.
     *
     * @param runner the provider's name
     * @param tokensIn tokens read
     * @param tokensOut tokens written
     * @param millis how long it took
     * @param history turns it was given
     */
    public record RunnerWork(String runner, long tokensIn, long tokensOut, long millis, int history) {}
}
