package io.turngate.http;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/**
 * An error as {@code application/problem+json} (RFC 9457).
 *
 * @param status the HTTP status
 * @param title the kind of problem, the same for all of its kind
 * @param detail this problem; written by Turngate, never an exception's text
 */
record ProblemJson(int status, String title, String detail) {

    private static final String MEDIA_TYPE = "application/problem+json";

    /** Answers a request. One whose body is still coming in is cut off: the rest would be read for nothing. */
    void answer(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        if (response.ended() || response.closed()) {
            return;
        }
        response.setStatusCode(status).putHeader("Content-Type", MEDIA_TYPE);
        if (request.isEnded()) {
            response.end(toJson().toBuffer());
            return;
        }
        response.putHeader("Connection", "close");
        response.end(toJson().toBuffer())
                .onComplete(sent -> request.connection().close());
    }

    private JsonObject toJson() {
        return new JsonObject()
                .put(
                        "type",
                        "urn:turngate:problem:" + title.toLowerCase(Locale.ROOT).replace(' ', '-'))
                .put("title", title)
                .put("status", status)
                .put("detail", detail);
    }
}
