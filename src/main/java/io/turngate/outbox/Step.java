package io.turngate.outbox;

import io.turngate.config.TenantConfig.Handoff;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One call of a hand-over. All but the flow may be made twice without harm. */
enum Step {
    REMOVE_TAG("removeTag"),
    ADD_TAG("addTag"),
    FIELD("field"),
    LINK("link"),
    FLOW("flow");

    /** The tag is removed first, so that a rule on it fires each time. */
    static final List<Step> TAGS = List.of(REMOVE_TAG, ADD_TAG);

    private final String word;

    Step(String word) {
        this.word = word;
    }

    /** The word in an item. */
    String word() {
        return word;
    }

    boolean isRepeatable() {
        return this != FLOW;
    }

    /** The step of that word; empty for one that only a later version knows. */
    static Optional<Step> find(String word) {
        for (Step step : values()) {
            if (step.word.equals(word)) {
                return Optional.of(step);
            }
        }
        return Optional.empty();
    }

    /** The whole hand-over as the tenant wants it. */
    static List<Step> all(Handoff handoff, boolean hasReason, boolean hasLink) {
        List<Step> steps = new ArrayList<>(TAGS);
        if (hasReason && handoff.field().isPresent()) {
            steps.add(FIELD);
        }
        if (hasLink && handoff.linkField().isPresent()) {
            steps.add(LINK);
        }
        if (handoff.flow().isPresent()) {
            steps.add(FLOW);
        }
        return steps;
    }
}
