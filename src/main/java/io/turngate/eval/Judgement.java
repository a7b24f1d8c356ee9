package io.turngate.eval;

import io.turngate.config.EvalCase;
import io.turngate.config.EvalCase.Expected;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.eval.Verdict.Failed;
import io.turngate.eval.Verdict.Miss;
import io.turngate.eval.Verdict.Passed;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Holds what was seen of a case against what must hold. Regular expressions may take a second each: not on an event loop. */
final class Judgement {

    private final EvalCase evalCase;
    private final Expected expected;
    private final Observation seen;
    private final String reply;
    private final List<Miss> misses = new ArrayList<>();

    private Judgement(EvalCase evalCase, Observation seen) {
        this.evalCase = evalCase;
        this.expected = evalCase.expected();
        this.seen = seen;
        this.reply = nfc(seen.reply());
    }

    static Verdict of(EvalCase evalCase, Observation seen) {
        Judgement judgement = new Judgement(evalCase, seen);
        judgement.judge();
        return judgement.misses.isEmpty() ? new Passed() : new Failed(judgement.misses);
    }

    private void judge() {
        expected.outcome().ifPresent(this::outcome);
        if (!expected.reasons().isEmpty()) {
            reason(expected.reasons());
        }
        expected.contains().stream()
                .filter(text -> !reply.contains(nfc(text)))
                .forEach(text -> miss("contains " + Shown.quoted(text), "it is not in the reply"));
        expected.notContains().stream()
                .filter(text -> reply.contains(nfc(text)))
                .forEach(text -> miss("not_contains " + Shown.quoted(text), "it is in the reply"));
        expected.matches().forEach(this::match);
        expected.maxMillis().ifPresent(this::time);
        expected.history().ifPresent(this::history);
    }

    private void outcome(Outcome wanted) {
        Outcome outcome = seen.answer().outcome();
        if (outcome != wanted) {
            String reason =
                    seen.answer().reason().map(word -> ", " + word.wireName()).orElse("");
            String failure = seen.failure().map(why -> " (" + why + ")").orElse("");
            miss("outcome " + wanted.wireName(), outcome.wireName() + reason + failure);
        }
    }

    private void reason(Set<String> wanted) {
        String reason = seen.answer().reason().map(Reason::wireName).orElse("");
        if (!wanted.contains(reason)) {
            String failure = seen.failure().map(why -> " (" + why + ")").orElse("");
            List<String> words =
                    new TreeSet<>(wanted).stream().map(Judgement::orNone).toList();
            miss("reason " + String.join(" or ", words), orNone(reason) + failure);
        }
    }

    private static String orNone(String reason) {
        return reason.isEmpty() ? "none" : reason;
    }

    private void match(Pattern pattern) {
        switch (Search.find(pattern, reply)) {
            case NO -> miss("matches " + Shown.quoted(pattern.pattern()), "it is not found in the reply");
            case GIVEN_UP ->
                miss("matches " + Shown.quoted(pattern.pattern()), "the expression takes too long on this reply");
            case YES -> {
                // As it should be.
            }
        }
    }

    private void time(int most) {
        if (seen.millis() > most) {
            miss("max_ms " + most, seen.millis() + " ms");
        }
    }

    private void history(List<Integer> wanted) {
        if (seen.given().isEmpty()) {
            miss("history " + Shown.turns(evalCase, wanted), "the runner was not asked");
            return;
        }
        List<Integer> given = seen.places().orElseThrow();
        if (!given.equals(wanted)) {
            miss("history " + Shown.turns(evalCase, wanted), Shown.turns(evalCase, given));
        }
    }

    private void miss(String wanted, String there) {
        misses.add(new Miss(wanted, there));
    }

    /** Letters with accents can be written in two ways that nobody can tell apart. */
    private static String nfc(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }
}
