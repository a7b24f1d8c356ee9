package io.turngate.config;

import io.turngate.core.Reason;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Finds everything that is wrong with a line of evals, by its schema and beyond it. */
final class EvalCheck {

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,80}");
    private static final Pointer TURNS = Pointer.of("turns");
    private static final Pointer EXPECT = Pointer.of("expect");

    private final JsonObject json;
    private final Problems problems;

    EvalCheck(JsonObject json, Problems problems) {
        this.json = json;
        this.problems = problems;
    }

    /**
     * Adds what is wrong.
     *
     * @param providers the runners that a case can be meant for
     * @param baseRules rules.json as it is written, if it is right
     */
    void check(Set<String> providers, Optional<JsonObject> baseRules) {
        Schema.EVAL.check(json, problems);
        Pointer name = Pointer.of("name");
        if (name.find(json) instanceof String text && !problems.has(name) && !isName(text)) {
            problems.add(name, "must be 1 to 80 of a-z, 0-9 and -, is " + Wording.quoted(text));
        }
        checkTurns();
        checkWords(Pointer.of("providers"), providers);
        if (json.getValue("rules") instanceof JsonObject changed) {
            baseRules.ifPresent(base -> checkRules(base, changed));
        }
        if (EXPECT.find(json) instanceof JsonObject expect) {
            checkExpected(expect);
        }
    }

    /** Whether a case can be called so. */
    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    private void checkTurns() {
        Duration[] before = {EvalAge.OLDEST};
        each(TURNS, (at, turn) -> {
            before[0] = checkAge(at.child("age"), before[0]);
            checkReasonOfTurn(at);
        });
    }

    /** The turn's age, or the one before it where it has none that can be read. */
    private Duration checkAge(Pointer at, Duration before) {
        if (!(at.find(json) instanceof String written) || problems.has(at)) {
            return before;
        }
        Optional<Duration> age = EvalAge.parse(written);
        if (age.isEmpty()) {
            problems.add(at, "must be " + EvalAge.EXPECTED + ", is " + Wording.quoted(written));
        } else if (age.get().compareTo(before) > 0) {
            problems.add(at, "is older than the turn before it: expected turns oldest first");
        }
        return age.orElse(before);
    }

    private void checkReasonOfTurn(Pointer turn) {
        Pointer at = turn.child("reason");
        if (!(at.find(json) instanceof String reason) || problems.has(at)) {
            return;
        }
        if (!"agent".equals(turn.child("role").find(json))) {
            problems.add(at, "has no meaning for a contact's turn");
        } else if (!reasons().contains(reason)) {
            problems.add(at, "must be " + Wording.choices(reasons()) + ", is " + Wording.quoted(reason));
        }
    }

    private void checkWords(Pointer list, Set<String> known) {
        each(list, (at, value) -> {
            if (value instanceof String word && !problems.has(at) && !known.contains(word)) {
                problems.add(at, "must be " + Wording.choices(new TreeSet<>(known)) + ", is " + Wording.quoted(word));
            }
        });
    }

    /** Rules are right or wrong as a whole: one of the case's may contradict one of the tenant's. */
    private void checkRules(JsonObject base, JsonObject changed) {
        JsonObject merged = base.copy().mergeIn(changed, true);
        Problems found = new Problems("");
        Schema.RULES.check(merged, found);
        RulesReader.checkRetention(Schema.RULES.withDefaults(merged), found);
        found.all().forEach(problem -> problems.add(Pointer.parse("/rules" + problem.pointer()), problem.message()));
    }

    private void checkExpected(JsonObject expect) {
        if (expect.isEmpty()) {
            problems.add(
                    EXPECT,
                    "expects nothing: at least one key is required, "
                            + Wording.choices(Schema.EVAL.keysAt(EXPECT).keySet()));
        }
        if (expect.containsKey("reason")) {
            checkReason(EXPECT.child("reason"), expect.getValue("reason"));
        }
        each(EXPECT.child("matches"), (at, value) -> {
            if (value instanceof String pattern && !problems.has(at)) {
                checkPattern(at, pattern);
            }
        });
        JsonArray turns = TURNS.find(json) instanceof JsonArray there ? there : new JsonArray();
        each(EXPECT.child("history"), (at, value) -> {
            EvalPlace place = EvalPlace.find(value, turns);
            if (place.index() < 0) {
                problems.add(at, place.problem());
            }
        });
    }

    private void checkReason(Pointer at, Object value) {
        Set<String> known = reasons();
        known.add("");
        List<?> words = value instanceof JsonArray list ? list.getList() : List.of(String.valueOf(value));
        if (words.isEmpty() || words.size() > known.size() || !words.stream().allMatch(known::contains)) {
            problems.add(at, "must be " + Wording.choices(known) + ", or a list of them");
        }
    }

    private void checkPattern(Pointer at, String pattern) {
        problemOf(pattern).ifPresent(problem -> problems.add(at, problem));
    }

    private static Optional<String> problemOf(String pattern) {
        try {
            return Pattern.compile(pattern).pattern().isEmpty() ? Optional.of("is empty") : Optional.empty();
        } catch (PatternSyntaxException e) {
            return Optional.of("is not a regular expression: " + Wording.printable(e.getDescription()));
        } catch (StackOverflowError e) {
            return Optional.of("is a regular expression that is nested too deep");
        }
    }

    private void each(Pointer list, BiConsumer<Pointer, Object> visitor) {
        if (list.find(json) instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                visitor.accept(list.child(i), array.getValue(i));
            }
        }
    }

    private static Set<String> reasons() {
        return new TreeSet<>(
                Arrays.stream(Reason.values()).map(Reason::wireName).toList());
    }
}
