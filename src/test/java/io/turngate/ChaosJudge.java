package io.turngate;

import io.turngate.ChaosRecord.Asked;
import io.turngate.ChaosRecord.Said;
import io.turngate.ChaosRecord.Turn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What is wrong with a chaos run, by what is promised in docs/architecture.md and docs/redis-keys.md. Allowed are therefore: a
 * message that was handed over for want of Redis and is kept or not, but in its place; one that was handed over unseen for
 * want of time, and is not; a model that is asked again after the gateway that asked first was killed, as long as one answer is
 * kept; a push that was under way when its gateway was killed, and is a dead letter.
 */
final class ChaosJudge {

    private final ChaosRecord record;
    private final List<Violation> violations = new ArrayList<>();

    /** A kind of mistake. */
    enum Kind {
        /** A client was told that a message is taken, and it is not kept. */
        LOST,
        /** A message is kept or counted twice. */
        KEPT_TWICE,
        /** A message was answered twice, or a model asked twice without a death in between. */
        RUN_TWICE,
        /** A contact was given the same words twice. */
        PUSHED_TWICE,
        /** What was owed to a contact was neither pushed nor laid down as a dead letter. */
        UNTOLD,
        /** Turns, histories or pushes are not in the order of the conversation. */
        OUT_OF_ORDER,
        /** A contact is not answered any more, or something is left over. */
        STUCK
    }

    /** A mistake and whose. */
    record Violation(Kind kind, String what) {}

    private ChaosJudge(ChaosRecord record) {
        this.record = record;
    }

    /** Everything that is wrong, in no order; empty if nothing is. */
    static List<Violation> judge(ChaosRecord record) {
        ChaosJudge judge = new ChaosJudge(record);
        record.taken().forEach(judge::isKept);
        judge.record.turns().forEach(judge::turnsAreWhole);
        judge.modelIsAskedOnce();
        record.said().stream().collect(Collectors.groupingBy(Said::contact)).forEach((contact, said) -> {
            judge.isInOrder(contact, said);
            judge.isToldOnce(contact, said);
        });
        judge.violations.addAll(ChaosOrder.histories(record));
        record.turns().keySet().forEach(judge::pushesFollowTurns);
        record.said().stream().filter(Said::last).forEach(judge::isAnswered);
        record.leftKeys().forEach(key -> judge.wrong(Kind.STUCK, "left over: " + key));
        return List.copyOf(judge.violations);
    }

    private void wrong(Kind kind, String what) {
        violations.add(new Violation(kind, what));
    }

    private void isKept(Said message) {
        if (record.turnsOf(message.contact()).stream()
                .noneMatch(turn -> turn.text().equals(message.text()))) {
            wrong(Kind.LOST, message.text() + " was taken: " + message.told());
        }
    }

    private void turnsAreWhole(String contact, List<Turn> turns) {
        Set<String> texts = new HashSet<>();
        Set<String> answered = new HashSet<>();
        int count = 0;
        for (Turn turn : turns) {
            if (!turn.agent()) {
                count++;
                if (!texts.add(turn.text()) || turn.count() != count) {
                    wrong(Kind.KEPT_TWICE, turn.text() + " as number " + turn.count() + " instead of " + count);
                }
            } else if (!answered.add(turn.to()) || !turn.isHandOver() && !texts.add(turn.text())) {
                wrong(Kind.RUN_TWICE, contact + " has two answers to one message: " + turn);
            }
        }
        unanswered(turns).forEach(text -> wrong(Kind.STUCK, text + " has no answer"));
    }

    /** Each message has an answer of its own, or was run together with the one behind it, which has. */
    private List<String> unanswered(List<Turn> turns) {
        Set<String> answered = turns.stream().filter(Turn::agent).map(Turn::to).collect(Collectors.toSet());
        List<String> without = new ArrayList<>();
        String covered = "";
        for (int i = turns.size() - 1; i >= 0; i--) {
            Turn turn = turns.get(i);
            if (!turn.agent() && !answered.contains(turn.id()) && !wereRunTogether(turn.text(), covered)) {
                without.add(turn.text());
                covered = "";
            } else {
                covered = turn.agent() ? "" : turn.text();
            }
        }
        return without;
    }

    private boolean wereRunTogether(String earlier, String later) {
        return record.asked().stream().anyMatch(asked -> asked.messages().containsAll(List.of(earlier, later)));
    }

    private void modelIsAskedOnce() {
        Map<String, Asked> before = new HashMap<>();
        for (Asked asked : record.asked()) {
            for (String message : asked.messages()) {
                Asked earlier = before.put(message, asked);
                if (earlier != null && !diedBetween(earlier, asked)) {
                    wrong(Kind.RUN_TWICE, "the model was asked twice for " + message);
                }
            }
        }
    }

    private boolean diedBetween(Asked earlier, Asked later) {
        return record.deaths().stream()
                .anyMatch(death -> death.gateway().equals(earlier.gateway())
                        && earlier.nanos() <= death.nanos()
                        && death.nanos() <= later.nanos());
    }

    /** A message whose client sent it after it knew that another one was taken stands behind that one. */
    private void isInOrder(String contact, List<Said> said) {
        List<String> texts = record.turnsOf(contact).stream().map(Turn::text).toList();
        for (Said later : said) {
            int position = texts.indexOf(later.text());
            said.stream()
                    .filter(earlier -> earlier.takenNanos().orElse(Long.MAX_VALUE) <= later.sentNanos())
                    .filter(earlier -> position >= 0 && texts.indexOf(earlier.text()) > position)
                    .forEach(earlier -> wrong(
                            Kind.OUT_OF_ORDER,
                            earlier + " is kept after " + later + " in "
                                    + record.turnsOf(contact).subList(position, texts.indexOf(earlier.text()) + 1)));
        }
    }

    private void isToldOnce(String contact, List<Said> said) {
        List<String> pushed = record.pushed().getOrDefault(contact, List.of());
        Set<String> seen = said.stream()
                .flatMap(message -> message.told().stream())
                .filter(told -> told.outcome().equals("answered"))
                .map(ChaosRecord.Told::reply)
                .collect(Collectors.toCollection(HashSet::new));
        pushed.stream()
                .filter(words -> words.startsWith(ChaosRecord.REPLY))
                .filter(words -> !seen.add(words))
                .forEach(words -> wrong(Kind.PUSHED_TWICE, words));
        Set<String> promised = said.stream()
                .filter(message -> message.wasTold("acknowledged"))
                .map(Said::text)
                .collect(Collectors.toSet());
        violations.addAll(ChaosOrder.untold(record, contact, promised));
    }

    private void pushesFollowTurns(String contact) {
        violations.addAll(ChaosOrder.pushes(record, contact));
    }

    /**
     * By its request; or by a push, if it is the message that found a dead gateway's lane, whose hand-over goes to
     * {@code pending} then and is told before its reply.
     */
    private void isAnswered(Said last) {
        String reply = ChaosRecord.REPLY + last.text();
        boolean answered = last.told().stream()
                .anyMatch(told ->
                        told.outcome().equals("answered") && told.reply().equals(reply));
        List<String> pushed = record.pushed().getOrDefault(last.contact(), List.of());
        if (!answered && !(last.wasTold("acknowledged") && pushed.contains(reply) && followsADeadRun(last))) {
            List<Turn> turns = record.turnsOf(last.contact());
            wrong(
                    Kind.STUCK,
                    last.text() + " was told " + last.told() + " after "
                            + turns.subList(Math.max(0, turns.size() - 4), turns.size()));
        }
    }

    /** Whether the agent's newest turn before the message is one that a script wrote for a dead gateway. */
    private boolean followsADeadRun(Said message) {
        return record.turnsOf(message.contact()).stream()
                .takeWhile(turn -> !turn.text().equals(message.text()))
                .filter(Turn::agent)
                .reduce((older, newer) -> newer)
                .filter(turn -> turn.isHandOver() && turn.id().contains("-dead-"))
                .isPresent();
    }
}
