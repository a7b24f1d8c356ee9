package io.turngate.eval;

import io.turngate.config.EvalCase;
import io.turngate.config.EvalCase.Expected;
import io.turngate.config.EvalCase.Said;
import io.turngate.config.EvalCase.Written;
import io.turngate.conversation.Answer;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.core.Turn;
import io.turngate.runner.RunnerReply.Spent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Cases and what was seen of them, changed where a test needs them otherwise. */
final class Cases {

    static final Expected NOTHING = new Expected(
            Optional.empty(), Set.of(), List.of(), List.of(), List.of(), OptionalInt.empty(), Optional.empty());

    private Cases() {}

    static EvalCase named(String name, Expected expected, String... turns) {
        List<Said> said = IntStream.range(0, turns.length)
                .mapToObj(i -> new Said(Role.CONTACT, Duration.ofHours(turns.length - i), turns[i], Optional.empty()))
                .toList();
        return new EvalCase(
                name,
                "a.jsonl",
                3,
                said,
                new Written("Hi", Optional.empty(), Optional.empty(), Optional.empty()),
                Optional.empty(),
                Set.of(),
                expected);
    }

    static EvalCase expecting(Expected expected) {
        return named("one", expected, "first", "second");
    }

    static Expected outcome(Outcome outcome) {
        return new Expected(
                Optional.of(outcome), Set.of(), List.of(), List.of(), List.of(), OptionalInt.empty(), Optional.empty());
    }

    static Expected reason(String... reasons) {
        return new Expected(
                Optional.empty(),
                Set.of(reasons),
                List.of(),
                List.of(),
                List.of(),
                OptionalInt.empty(),
                Optional.empty());
    }

    static Expected texts(List<String> contains, List<String> notContains, String... matches) {
        return new Expected(
                Optional.empty(),
                Set.of(),
                contains,
                notContains,
                List.of(matches).stream().map(Pattern::compile).toList(),
                OptionalInt.empty(),
                Optional.empty());
    }

    static Expected maxMillis(int most) {
        return new Expected(
                Optional.empty(), Set.of(), List.of(), List.of(), List.of(), OptionalInt.of(most), Optional.empty());
    }

    static Expected history(Integer... places) {
        return new Expected(
                Optional.empty(),
                Set.of(),
                List.of(),
                List.of(),
                List.of(),
                OptionalInt.empty(),
                Optional.of(List.of(places)));
    }

    /** An answer in 50 ms; the runner was given the turns of these ids, of which {@code id0} and {@code id1} are the case's. */
    static Observation answered(List<String> texts, String... given) {
        return seen(Outcome.ANSWERED, Optional.empty(), texts, Optional.of(turns(given)));
    }

    /** A hand-over before the runner was asked. */
    static Observation handedOver(Reason reason, String text) {
        return seen(Outcome.ESCALATED, Optional.of(reason), List.of(text), Optional.empty());
    }

    private static Observation seen(
            Outcome outcome, Optional<Reason> reason, List<String> texts, Optional<List<Turn>> given) {
        return new Observation(
                new Answer(outcome, reason, texts, 1, 24, 0, true),
                List.of("id0", "id1"),
                given,
                50,
                new Spent(100, 20, 1_500),
                Optional.of("the model: 401"));
    }

    private static List<Turn> turns(String... ids) {
        return List.of(ids).stream()
                .map(id -> new Turn(id, Role.CONTACT, "text", 0, null, null))
                .toList();
    }
}
