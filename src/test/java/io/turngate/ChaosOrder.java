package io.turngate;

import io.turngate.ChaosJudge.Kind;
import io.turngate.ChaosJudge.Violation;
import io.turngate.ChaosRecord.Asked;
import io.turngate.ChaosRecord.Turn;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The part of {@link ChaosJudge} that compares histories and pushes with the conversation as it is kept. */
final class ChaosOrder {

    private static final int HISTORY = 10;

    private ChaosOrder() {}

    /** The model was given the ten turns before the messages that it was to answer, and these stand together. */
    static List<Violation> histories(ChaosRecord record) {
        return record.asked().stream()
                .flatMap(asked -> history(record, asked).stream())
                .toList();
    }

    private static Optional<Violation> history(ChaosRecord record, Asked asked) {
        String contact = ChaosTexts.contact(asked.messages().get(0));
        List<Turn> turns = record.turnsOf(contact);
        List<String> words =
                turns.stream().map(turn -> turn.isHandOver() ? "" : turn.text()).toList();
        int first = words.indexOf(asked.messages().get(0));
        int end = first + asked.messages().size();
        if (first < 0 || end > words.size() || !words.subList(first, end).equals(asked.messages())) {
            return Optional.of(new Violation(Kind.OUT_OF_ORDER, asked.messages() + " were run, kept are " + words));
        }
        List<String> before = words.subList(Math.max(0, first - HISTORY), first);
        return before.equals(asked.history())
                ? Optional.empty()
                : Optional.of(new Violation(
                        Kind.OUT_OF_ORDER,
                        asked.messages() + " were run with " + asked.history() + " instead of " + before));
    }

    /** What was pushed are turns that were left to be pushed, each at most once, in their order. */
    static List<Violation> pushes(ChaosRecord record, String contact) {
        List<String> turns = record.turnsOf(contact).stream()
                .filter(Turn::mayBePushed)
                .map(Turn::text)
                .toList();
        List<Violation> wrong = new ArrayList<>();
        int from = 0;
        List<String> pushed = record.pushed().getOrDefault(contact, List.of());
        for (String words : pushed) {
            int at = turns.subList(from, turns.size()).indexOf(words);
            if (at < 0) {
                boolean tooOften = Collections.frequency(pushed, words) > Collections.frequency(turns, words);
                Kind kind = tooOften ? Kind.PUSHED_TWICE : Kind.OUT_OF_ORDER;
                wrong.add(new Violation(kind, contact + " was pushed \"" + words + "\", to be pushed were " + turns));
            } else {
                from += at + 1;
            }
        }
        return wrong;
    }

    /**
     * What was left to be pushed has been, or is a dead letter.
     *
     * @param promised messages whose client was told that the answer comes later
     */
    static List<Violation> untold(ChaosRecord record, String contact, Set<String> promised) {
        List<Violation> wrong = new ArrayList<>();
        List<String> told = new ArrayList<>(record.pushed().getOrDefault(contact, List.of()));
        List<Turn> turns = record.turnsOf(contact);
        for (int i = 0; i < turns.size(); i++) {
            Turn turn = turns.get(i);
            boolean owed = turn.pushed() || turn.mayBePushed() && promised.contains(answered(turns, turn));
            if (owed && !told.remove(turn.text()) && !isDead(record, turn)) {
                wrong.add(new Violation(Kind.UNTOLD, contact + " was never told " + turn));
            }
        }
        return wrong;
    }

    private static String answered(List<Turn> turns, Turn answer) {
        return turns.stream()
                .filter(turn -> turn.id().equals(answer.to()))
                .map(Turn::text)
                .findFirst()
                .orElse("");
    }

    private static boolean isDead(ChaosRecord record, Turn turn) {
        return record.deadLetters().stream().anyMatch(item -> item.contains(turn.id()));
    }
}
