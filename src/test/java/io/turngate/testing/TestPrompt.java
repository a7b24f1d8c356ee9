package io.turngate.testing;

import io.turngate.core.Role;
import io.turngate.runner.model.Prompt;
import io.turngate.runner.model.Prompt.Speech;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;

/** Prompts for tests of models. */
public final class TestPrompt {

    public static final String SYSTEM = "Be kind.";

    private TestPrompt() {}

    /** What was said, each with {@code c:} or {@code a:} in front for the contact and the agent. */
    public static Prompt of(String... speeches) {
        return new Prompt(SYSTEM, Stream.of(speeches).map(TestPrompt::speech).toList(), schema());
    }

    /** A schema with bounds in it, as whoever reads the reply wants them. */
    private static JsonObject schema() {
        JsonObject messages = new JsonObject()
                .put("type", "array")
                .put("minItems", 1)
                .put("maxItems", 3)
                .put("items", new JsonObject().put("type", "string").put("minLength", 1));
        JsonObject confidence =
                new JsonObject().put("type", "number").put("minimum", 0).put("maximum", 1);
        return new JsonObject()
                .put("$schema", "https://json-schema.org/draft/2020-12/schema")
                .put("type", "object")
                .put("properties", new JsonObject().put("messages", messages).put("confidence", confidence))
                .put("required", new JsonArray(List.of("messages", "confidence")))
                .put("additionalProperties", false);
    }

    private static Speech speech(String text) {
        return new Speech(text.startsWith("a:") ? Role.AGENT : Role.CONTACT, text.substring(2));
    }
}
