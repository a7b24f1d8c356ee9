package io.turngate.ops;

import io.turngate.runner.model.Prompt;
import io.turngate.runner.model.Prompt.Speech;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** What a model would be sent, for an operator: no provider's form, no keys. */
public final class PromptReport {

    private final Prompt prompt;

    public PromptReport(Prompt prompt) {
        this.prompt = prompt;
    }

    /** For scripts. */
    public JsonObject toJson() {
        JsonArray speeches = new JsonArray();
        for (Speech speech : prompt.speeches()) {
            speeches.add(new JsonObject().put("role", speech.role().wireName()).put("text", speech.text()));
        }
        return new JsonObject()
                .put("system", prompt.system())
                .put("speeches", speeches)
                .put("schema", prompt.schema());
    }

    /** For a person at a terminal: each part under its role, word for word. */
    public String toText() {
        StringBuilder text = new StringBuilder(part("system", prompt.system()));
        prompt.speeches().forEach(speech -> text.append(part(speech.role().wireName(), speech.text())));
        return text.toString();
    }

    private static String part(String role, String words) {
        return String.format("--- %s%n%s%n", role, words);
    }
}
