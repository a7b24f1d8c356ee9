package io.turngate.emulator;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Content that has been checked: what it does to a contact. */
record Block(List<String> texts, List<Action> actions, Optional<Callback> callback) {

    /** One of ManyChat's four actions. */
    sealed interface Action {}

    record AddTag(String tag) implements Action {}

    record RemoveTag(String tag) implements Action {}

    record SetField(String field, Object value) implements Action {}

    record UnsetField(String field) implements Action {}

    /**
     * An {@code external_message_callback}.
     *
     * @param payload the body's template
     * @param timeout how long it waits for the contact's next text
     */
    record Callback(String url, String method, Map<String, String> headers, JsonObject payload, Duration timeout) {}
}
