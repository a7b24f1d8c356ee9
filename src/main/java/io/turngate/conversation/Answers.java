package io.turngate.conversation;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.rules.Rules;
import io.turngate.store.KeptAnswer;
import java.util.ArrayList;
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

    /** For a message that was recorded and counted, and handed over before the runner was asked. */
    static Answer escalated(Rules rules, int count, Reason reason) {
        return of(rules, count, Verdict.escalated(rules, reason));
    }

    /** For a message that is answered together with a newer one. */
    static Answer silent(Rules rules, int count) {
        return new Answer(Outcome.SILENT, Optional.empty(), List.of(), count, rules.turnsLeft(count), 0, true);
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

    /** For a second delivery: the first one's answer, without its actions. */
    static Answer replayed(KeptAnswer first) {
        return new Answer(
                Outcome.DUPLICATE,
                first.reason(),
                first.texts(),
                first.turn(),
                first.turnsLeft(),
                first.history(),
                true);
    }

    /** For a second delivery whose first one has been answered itself, or is not answered in time. */
    static Answer silentDuplicate(Optional<KeptAnswer> first) {
        return new Answer(
                Outcome.DUPLICATE,
                Optional.empty(),
                List.of(),
                first.map(KeptAnswer::turn).orElse(0),
                first.map(KeptAnswer::turnsLeft).orElse(0),
                first.map(KeptAnswer::history).orElse(0),
                true);
    }

    /**
     * The same answer with what nobody else would tell.
     *
     * @param before words that go before its own
     * @param handOver why the contact is handed over, if they are
     * @param handOverText what says so, where neither its own words nor those before do
     */
    static Answer carrying(
            Answer answer, List<String> before, Optional<Reason> handOver, Optional<String> handOverText) {
        boolean isHandedOver = handOver.isPresent() && !answer.escalated();
        List<String> texts = new ArrayList<>(before);
        texts.addAll(answer.texts());
        handOverText.filter(text -> isHandedOver).ifPresent(texts::add);
        return new Answer(
                isHandedOver ? Outcome.ESCALATED : answer.outcome(),
                isHandedOver ? handOver : answer.reason(),
                texts,
                answer.turn(),
                answer.turnsLeft(),
                answer.history(),
                answer.bound());
    }

    /** For a message whose answer is pushed. */
    static Answer acknowledged(Rules rules, int count) {
        return new Answer(
                Outcome.ACKNOWLEDGED,
                Optional.empty(),
                List.of(rules.messages().acknowledgement()),
                count,
                rules.turnsLeft(count),
                0,
                true);
    }

    static KeptAnswer kept(Answer answer, boolean hungUp) {
        return new KeptAnswer(
                hungUp,
                answer.turn(),
                answer.turnsLeft(),
                answer.history(),
                answer.outcome(),
                answer.reason(),
                answer.texts());
    }

    /** What another gateway found for a message of this one. */
    static Answer of(KeptAnswer kept) {
        return new Answer(
                kept.outcome(), kept.reason(), kept.texts(), kept.turn(), kept.turnsLeft(), kept.history(), true);
    }
}
