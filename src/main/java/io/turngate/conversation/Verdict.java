package io.turngate.conversation;

import io.turngate.core.Contact;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.TurngateException;
import io.turngate.rules.Rules;
import io.turngate.runner.RunnerReply;
import io.turngate.store.AgentTurn;
import io.turngate.store.AgentTurn.RunnerWork;
import java.util.List;
import java.util.Optional;

/**
 * What was decided of a counted message.
 *
 * @param outcome answered or escalated
 * @param reason why it is escalated, or {@link Reason#MEDIA} for the fallback
 * @param texts what the contact is told, at least one, none empty
 * @param work what the runner did, if it was asked and replied
 * @param history turns the runner was given, 0 if it was not asked
 * @param failure what went wrong with the runner
 */
record Verdict(
        Outcome outcome,
        Optional<Reason> reason,
        List<String> texts,
        Optional<RunnerWork> work,
        int history,
        Optional<TurngateException> failure) {

    static Verdict answered(List<String> texts, RunnerWork work) {
        return new Verdict(
                Outcome.ANSWERED, Optional.empty(), texts, Optional.of(work), work.history(), Optional.empty());
    }

    static Verdict media(String text) {
        return new Verdict(
                Outcome.ANSWERED, Optional.of(Reason.MEDIA), List.of(text), Optional.empty(), 0, Optional.empty());
    }

    static Verdict escalated(Rules rules, Reason reason) {
        return new Verdict(
                Outcome.ESCALATED,
                Optional.of(reason),
                List.of(rules.messages().escalation()),
                Optional.empty(),
                0,
                Optional.empty());
    }

    /** The same, after a runner was asked and replied. */
    Verdict after(RunnerWork done) {
        return new Verdict(outcome, reason, texts, Optional.of(done), done.history(), failure);
    }

    /** The same, after a runner was asked and failed. */
    Verdict after(TurngateException cause, int given) {
        return new Verdict(outcome, reason, texts, work, given, Optional.of(cause));
    }

    /** The same, after a runner was asked and said something that cannot be used. */
    Verdict because(Optional<TurngateException> fault) {
        return new Verdict(outcome, reason, texts, work, history, fault);
    }

    static RunnerWork work(RunnerReply reply, long millis, int history) {
        return new RunnerWork(
                reply.name(), reply.spent().tokensIn(), reply.spent().tokensOut(), millis, history);
    }

    AgentTurn agentTurn(Contact contact, String to) {
        return new AgentTurn(contact, Nonce.next(), to, texts, outcome, reason, work);
    }

    /** The reason that a caller is told: the fallback for media is an answer, not a hand-over. */
    Optional<Reason> escalationReason() {
        return outcome == Outcome.ESCALATED ? reason : Optional.empty();
    }
}
