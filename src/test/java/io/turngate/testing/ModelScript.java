package io.turngate.testing;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What a model server answers, read from JSON: a list of rules, of which the first counts whose {@code when} is part of the
 * newest message. A rule has {@code say}, the model's words (an object is taken as JSON), or {@code do}, a misbehaviour.
 */
public final class ModelScript implements Function<ModelRequest, ModelAnswer> {

    private static final Map<String, ModelAnswer> MISBEHAVIOURS = new TreeMap<>(Map.ofEntries(
            Map.entry("stall", ModelAnswer.stalled()),
            Map.entry("silence", ModelAnswer.silent()),
            Map.entry("cut", ModelAnswer.cut()),
            Map.entry("cut-in-body", ModelAnswer.cutInBody()),
            Map.entry("rubbish", ModelAnswer.rubbish()),
            Map.entry("html", ModelAnswer.html()),
            Map.entry("half-json", ModelAnswer.halfJson()),
            Map.entry("too-fast", ModelAnswer.tooFast()),
            Map.entry("too-fast-1s", ModelAnswer.tooFast("1")),
            Map.entry("500", ModelAnswer.error(500, "api_error", "Internal error")),
            Map.entry("nothing", ModelAnswer.nothing()),
            Map.entry("refusal", ModelAnswer.refusal()),
            Map.entry("truncated", ModelAnswer.truncated("Hel")),
            Map.entry("tool", ModelAnswer.toolCall("")),
            Map.entry("huge", ModelAnswer.huge()),
            Map.entry("slow-5s", ModelAnswer.reply("Hello").slow(5_000))));

    private final List<JsonObject> rules;

    public ModelScript(JsonArray rules) {
        this.rules = rules.stream().map(JsonObject.class::cast).toList();
    }

    @Override
    public ModelAnswer apply(ModelRequest request) {
        List<String> contents = request.contents();
        String newest = contents.isEmpty() ? "" : contents.get(contents.size() - 1);
        return rules.stream()
                .filter(rule -> newest.contains(rule.getString("when")))
                .findFirst()
                .map(ModelScript::answer)
                .orElseGet(() -> ModelAnswer.reply("Hello"));
    }

    private static ModelAnswer answer(JsonObject rule) {
        if (rule.containsKey("do")) {
            String name = rule.getString("do");
            if (!MISBEHAVIOURS.containsKey(name)) {
                throw new IllegalArgumentException("do: expected one of " + MISBEHAVIOURS.keySet());
            }
            return MISBEHAVIOURS.get(name);
        }
        return rule.getValue("say") instanceof JsonObject words
                ? ModelAnswer.json(words)
                : ModelAnswer.text(rule.getString("say"));
    }
}
