package io.turngate.conversation;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.rules.Rules;
import java.util.List;
import java.util.Optional;

/** The answers that a message can end in. */
final class Answers {

    private Answers() {}

    /** For a message that was recorded and counted. */
    static Answer of(Rules rules, int count, Verdict verdict) {
        return new Answer(
                verdict.outcome(),
                verdict.escalationReason(),
                verdict.texts(),
                count,
                rules.turnsLeft(count),
                verdict.history(),
                true);
    }

    /** For an opening keyword, which is not counted itself. */
    static Answer opened(Rules rules, String text, int count) {
        return new Answer(Outcome.ANSWERED, Optional.empty(), List.of(text), count, rules.turnsLeft(count), 0, true);
    }

    /** For a message that was neither recorded nor counted. */
    static Answer refused(Rules rules, Reason reason) {
        return new Answer(
                Outcome.ESCALATED, Optional.of(reason), List.of(rules.messages().escalation()), 0, 0, 0, true);
    }
}
