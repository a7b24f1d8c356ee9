package io.turngate.http;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

/** The management server's answers. */
final class Replies {

    private Replies() {}

    static void json(RoutingContext context, int status, JsonObject body) {
        context.response()
                .setStatusCode(status)
                .putHeader("Content-Type", "application/json")
                .end(body.toBuffer());
    }

    static JsonObject state(String word) {
        return new JsonObject().put("state", word);
    }
}
