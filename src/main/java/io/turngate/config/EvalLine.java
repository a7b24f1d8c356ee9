package io.turngate.config;

import io.turngate.config.EvalCase.Expected;
import io.turngate.config.EvalCase.Said;
import io.turngate.config.EvalCase.Written;
import io.turngate.core.Channel;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.rules.Rules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes a case of a line of evals without problems. */
final class EvalLine {

    private final JsonObject json;

    EvalLine(JsonObject json) {
        this.json = json;
    }

    /**
     * The case.
     *
     * @param file its file's own name
     * @param line from 1
     * @param baseRules rules.json as it is written, if it is right
     */
    EvalCase toCase(String file, int line, Optional<JsonObject> baseRules) {
        return new EvalCase(
                json.getString("name"),
                file,
                line,
                turns().stream().map(JsonObject.class::cast).map(EvalLine::said).toList(),
                written(),
                Optional.ofNullable(json.getJsonObject("rules"))
                        .flatMap(changed -> baseRules.map(base -> rules(base, changed))),
                Set.copyOf(texts(json, "providers")),
                expected(json.getJsonObject("expect")));
    }

    private JsonArray turns() {
        return json.getJsonArray("turns", new JsonArray());
    }

    private Written written() {
        return new Written(
                json.getString("message"),
                Optional.ofNullable(json.getString("channel")).flatMap(Channel::find),
                Optional.ofNullable(json.getString("first_name")),
                Optional.ofNullable(json.getString("locale")));
    }

    private static Said said(JsonObject turn) {
        return new Said(
                Role.valueOf(constant(turn.getString("role"))),
                EvalAge.parse(turn.getString("age")).orElseThrow(),
                turn.getString("text"),
                Optional.ofNullable(turn.getString("reason")).map(word -> Reason.valueOf(constant(word))));
    }

    private static Rules rules(JsonObject base, JsonObject changed) {
        JsonObject merged = Schema.RULES.withDefaults(base.copy().mergeIn(changed, true));
        return RulesReader.read(merged, Digest.version(merged.encode().getBytes(StandardCharsets.UTF_8)));
    }

    private Expected expected(JsonObject expect) {
        Integer most = expect.getInteger("max_ms");
        return new Expected(
                Optional.ofNullable(expect.getString("outcome")).map(word -> Outcome.valueOf(constant(word))),
                new HashSet<>(
                        expect.getValue("reason") instanceof String reason ? List.of(reason) : texts(expect, "reason")),
                texts(expect, "contains"),
                texts(expect, "not_contains"),
                texts(expect, "matches").stream().map(Pattern::compile).toList(),
                most == null ? OptionalInt.empty() : OptionalInt.of(most),
                Optional.ofNullable(expect.getJsonArray("history")).map(this::places));
    }

    private List<Integer> places(JsonArray history) {
        return history.stream()
                .map(entry -> EvalPlace.find(entry, turns()).index())
                .toList();
    }

    private static List<String> texts(JsonObject object, String key) {
        return object.getJsonArray(key, new JsonArray()).stream()
                .map(String::valueOf)
                .toList();
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
