package io.turngate.conversation;

import io.turngate.core.Reason;
import io.turngate.rules.Decision;
import io.turngate.rules.Gates;
import io.turngate.rules.Rules;
import io.turngate.store.AgentTurn;
import io.turngate.store.KeptAnswer;
import io.turngate.store.LaneRun;
import io.turngate.store.LaneRun.Entry;
import io.turngate.store.Settlement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The messages that are answered together: each is judged by itself, those that the rules leave to the runner get one
 * reply, which the newest request that is still open carries.
 */
final class Batch {

    private final LaneRun run;
    private final Rules rules;
    private final Predicate<Entry> isOpen;
    private final Map<Entry, Verdict> decidedAlone = new LinkedHashMap<>();
    private final List<Entry> asked = new ArrayList<>();

    Batch(LaneRun run, Rules rules, Predicate<Entry> isOpen) {
        this.run = run;
        this.rules = rules;
        this.isOpen = isOpen;
        run.entries().forEach(this::judge);
    }

    private void judge(Entry entry) {
        boolean isMedia = Message.Media.valueOf(entry.media()) != Message.Media.NONE;
        Decision decision = Gates.judge(rules, entry.count(), isMedia ? "" : entry.text(), isMedia);
        if (decision instanceof Decision.Escalate escalate) {
            decidedAlone.put(entry, Verdict.escalated(rules, escalate.reason()));
        } else if (decision instanceof Decision.AnswerMedia media) {
            decidedAlone.put(entry, Verdict.media(media.text()));
        } else {
            asked.add(entry);
        }
    }

    /** What the runner has to answer, oldest first. */
    List<Entry> asked() {
        return asked;
    }

    /** The newest request that is still open, of those that the runner has to answer. */
    Optional<Entry> carrier() {
        return newestOpen(asked);
    }

    /** The newest message that the runner has to answer, whether its request is open or not. */
    Optional<Entry> newestAsked() {
        return asked.isEmpty() ? Optional.empty() : Optional.of(asked.get(asked.size() - 1));
    }

    /** What is recorded and answered, with the runner's verdict, or without one if it had nothing to answer. */
    Settlement settle(Optional<Verdict> ofRunner) {
        List<AgentTurn> turns = new ArrayList<>();
        Map<Entry, Answer> answers = new HashMap<>();
        decidedAlone.forEach((entry, verdict) -> {
            turns.add(verdict.agentTurn(run.contact(), entry.turnId()));
            answers.put(entry, Answers.of(rules, entry.count(), verdict));
        });
        ofRunner.ifPresent(verdict -> {
            Entry newest = asked.get(asked.size() - 1);
            Entry carrier = carrier().orElse(newest);
            turns.add(verdict.agentTurn(run.contact(), newest.turnId()));
            asked.forEach(entry -> answers.put(
                    entry,
                    entry == carrier
                            ? Answers.of(rules, entry.count(), verdict)
                            : Answers.silent(rules, entry.count())));
        });
        carryUnheardHandOver(answers);
        Map<String, KeptAnswer> kept = new HashMap<>();
        answers.forEach((entry, answer) -> kept.put(entry.nonce(), Answers.kept(answer, !isOpen.test(entry))));
        return new Settlement(run.contact(), Optional.of(run.fence()), turns, kept);
    }

    /** A hand-over whose own request is gone is told by the newest one that is open: the contact must hear of it. */
    private void carryUnheardHandOver(Map<Entry, Answer> answers) {
        Optional<Reason> unheard = run.entries().stream()
                .filter(entry -> !isOpen.test(entry))
                .flatMap(entry -> Optional.ofNullable(answers.get(entry)).stream())
                .filter(Answer::escalated)
                .flatMap(answer -> answer.reason().stream())
                .findFirst();
        Optional<Entry> voice = newestOpen(run.entries());
        if (unheard.isPresent() && voice.isPresent()) {
            answers.computeIfPresent(
                    voice.get(),
                    (entry, answer) ->
                            answer.escalated() ? answer : Answers.withHandOver(answer, rules, unheard.get()));
        }
    }

    private Optional<Entry> newestOpen(List<Entry> entries) {
        return entries.stream().filter(isOpen).reduce((older, newer) -> newer);
    }
}
