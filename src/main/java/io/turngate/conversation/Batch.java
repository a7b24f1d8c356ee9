package io.turngate.conversation;

import io.turngate.core.Reason;
import io.turngate.rules.Decision;
import io.turngate.rules.Gates;
import io.turngate.rules.Rules;
import io.turngate.store.KeptAnswer;
import io.turngate.store.LaneRun;
import io.turngate.store.LaneRun.Entry;
import io.turngate.store.Settlement;
import io.turngate.store.Settlement.Carriage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The messages that are answered together: each is judged by itself, those that the rules leave to the runner get one
 * reply, which the newest request that is still open carries. Where none is, the words are pushed, if anybody was told so.
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

    /**
     * How a run ends.
     *
     * @param canPush whether words can be pushed to the contact
     * @param isAcknowledged whether its callers were told that the answer comes later
     * @param link the operator's link to the contact
     */
    record Ending(boolean canPush, boolean isAcknowledged, Optional<String> link) {}

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

    /** The newest request that is still open. */
    Optional<Entry> voice() {
        return newestOpen(run.entries());
    }

    /** The newest message that the runner has to answer, whether its request is open or not. */
    Optional<Entry> newestAsked() {
        return asked.isEmpty() ? Optional.empty() : Optional.of(asked.get(asked.size() - 1));
    }

    /** Whether any caller was told that the answer comes later before the run began. */
    boolean isAnyTold() {
        return run.entries().stream().anyMatch(Entry::isTold);
    }

    /** What is recorded and answered, with the runner's verdict, or without one if it had nothing to answer. */
    Settlement settle(Optional<Verdict> ofRunner, Ending ending) {
        Map<Entry, Verdict> said = said(ofRunner);
        Map<Entry, Answer> answers = new HashMap<>();
        Optional<Entry> carrier = carrier().or(this::newestAsked);
        asked.forEach(entry -> answers.put(entry, Answers.silent(rules, entry.count())));
        decidedAlone.forEach((entry, verdict) -> answers.put(entry, Answers.of(rules, entry.count(), verdict)));
        ofRunner.ifPresent(verdict ->
                carrier.ifPresent(entry -> answers.put(entry, Answers.of(rules, entry.count(), verdict))));
        Optional<Entry> voice = voice();
        voice.ifPresent(entry -> carryUnheard(entry, said, answers, ending));
        Map<String, KeptAnswer> kept = new HashMap<>();
        answers.forEach((entry, answer) -> kept.put(entry.nonce(), Answers.kept(answer, !isOpen.test(entry))));
        return new Settlement(
                run.contact(),
                Optional.of(run.fence()),
                said.entrySet().stream()
                        .map(one -> one.getValue()
                                .agentTurn(run.contact(), one.getKey().turnId()))
                        .toList(),
                kept,
                carriage(voice.isPresent(), ending),
                ending.link());
    }

    /** What is said, under the message that it answers, in the order of these. */
    private Map<Entry, Verdict> said(Optional<Verdict> ofRunner) {
        Map<Entry, Verdict> said = new LinkedHashMap<>();
        for (Entry entry : run.entries()) {
            if (decidedAlone.containsKey(entry)) {
                said.put(entry, decidedAlone.get(entry));
            } else if (ofRunner.isPresent() && newestAsked().equals(Optional.of(entry))) {
                said.put(entry, ofRunner.get());
            }
        }
        return said;
    }

    private Carriage carriage(boolean hasVoice, Ending ending) {
        if (!hasVoice && (ending.isAcknowledged() || isAnyTold())) {
            return Carriage.PUSHED;
        }
        return ending.canPush() ? Carriage.ANSWERED_OR_PUSHED : Carriage.ANSWERED;
    }

    /**
     * What nobody would hear because its own request is gone is told by the newest one that is open: words whose caller was
     * told that they come later go before its own, so that they stand in order; of others the hand-over alone, since a caller
     * who hung up may deliver the message again.
     */
    private void carryUnheard(Entry voice, Map<Entry, Verdict> said, Map<Entry, Answer> answers, Ending ending) {
        List<String> before = new ArrayList<>();
        Optional<Reason> escalation = Optional.empty();
        boolean isHandOverUnheard = false;
        for (Map.Entry<Entry, Verdict> one : said.entrySet()) {
            Entry teller = isAsked(one.getKey()) ? carrier().orElse(one.getKey()) : one.getKey();
            if (isOpen.test(teller)) {
                continue;
            }
            boolean wasTold = ending.isAcknowledged()
                    || (isAsked(teller) ? asked.stream().anyMatch(Entry::isTold) : teller.isTold());
            if (wasTold) {
                before.addAll(one.getValue().texts());
            }
            Optional<Reason> reason = one.getValue().escalationReason();
            isHandOverUnheard |= reason.isPresent() && !wasTold;
            escalation = escalation.or(() -> reason);
        }
        Optional<Reason> handOver = escalation;
        Optional<String> text = isHandOverUnheard ? Optional.of(rules.messages().escalation()) : Optional.empty();
        answers.computeIfPresent(voice, (entry, answer) -> Answers.carrying(answer, before, handOver, text));
    }

    private boolean isAsked(Entry entry) {
        return asked.contains(entry);
    }

    private Optional<Entry> newestOpen(List<Entry> entries) {
        return entries.stream().filter(isOpen).reduce((older, newer) -> newer);
    }
}
