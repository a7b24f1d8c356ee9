package io.turngate.runner.model;

import io.turngate.core.Role;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * What a model is given. Neither roles alternate nor does the contact come first: each provider makes valid what it demands,
 * and leaves nothing out for it.
 *
 * @param system instructions; never the contact's words
 * @param speeches what was said, oldest first, at least one; the last is the contact's
 * @param schema JSON Schema of the reply, for providers that can hold a model to one
 */
public record Prompt(String system, List<Speech> speeches, JsonObject schema) {

    public Prompt {
        speeches = List.copyOf(speeches);
    }

    /**
     * One message of the conversation.
     *
     * @param role whose
     * @param text never empty
     */
    public record Speech(Role role, String text) {}

    /** Holds what contacts wrote: never printed. */
    @Override
    public String toString() {
        return "prompt";
    }
}
