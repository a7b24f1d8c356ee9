package io.turngate.testing;

import io.vertx.core.MultiMap;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A request that a model server got, refused or not.
 *
 * @param wire its form
 * @param connection which connection it came over, counted from 1
 */
public record ModelRequest(ModelWire wire, MultiMap headers, JsonObject body, int connection) {

    /** The roles of the conversation, oldest first, without the system's. */
    public List<String> roles() {
        return speeches().map(message -> message.getString("role")).toList();
    }

    /** What was said, oldest first, without the system's words. */
    public List<String> contents() {
        return speeches().map(message -> message.getString("content")).toList();
    }

    /** The instructions. */
    public String system() {
        if (wire == ModelWire.ANTHROPIC) {
            return body.getJsonArray("system").stream()
                    .map(block -> ((JsonObject) block).getString("text"))
                    .collect(Collectors.joining());
        }
        return messages()
                .filter(message -> message.getString("role").equals("system"))
                .map(message -> message.getString("content"))
                .collect(Collectors.joining());
    }

    private Stream<JsonObject> speeches() {
        return messages().filter(message -> !message.getString("role").equals("system"));
    }

    private Stream<JsonObject> messages() {
        return body.getJsonArray("messages", new JsonArray()).stream().map(JsonObject.class::cast);
    }
}
