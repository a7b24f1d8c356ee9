package io.turngate.emulator;

import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What came of something that a contact said.
 *
 * @param way how it ended
 * @param requestBody the body as it was rendered, sent or not
 * @param status of the answer, 0 without one
 * @param headers of the answer, their names in lower case
 * @param body of the answer
 * @param problem why the answer was not taken, empty if it was
 * @param millis from the request to the whole answer
 */
public record Exchange(
        Way way,
        String requestBody,
        int status,
        Map<String, String> headers,
        String body,
        String problem,
        long millis) {

    /** How an exchange ended. */
    public enum Way {
        /** The answer was taken and did what it says. */
        ANSWERED,
        /** The body was not JSON once its placeholders were filled in: it was never sent. */
        NOT_SENT,
        /** A status other than 200: the flow went to its fallback. */
        FALLBACK,
        /** No whole answer before the cut-off: the flow went to its fallback. */
        TIMED_OUT,
        /** No connection, or one that was lost: the flow went to its fallback. */
        NO_ANSWER,
        /** 200 with content that ManyChat does not take: the flow went to its fallback. */
        UNUSABLE
    }

    /** Whether the answer was taken. */
    public boolean isAnswered() {
        return way == Way.ANSWERED;
    }

    /** The answer as JSON. */
    public JsonObject json() {
        return new JsonObject(body);
    }

    /** A header of the answer, whatever the case of its name. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }

    @Override
    public String toString() {
        return "exchange " + way + " status " + status;
    }
}
