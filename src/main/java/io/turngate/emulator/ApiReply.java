package io.turngate.emulator;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * What the API answers.
 *
 * @param body JSON, unless a fault says otherwise
 */
record ApiReply(int status, String body) {

    static final ApiReply WRONG_TOKEN = error(401, "Wrong token");
    static final ApiReply TOO_FAST = error(429, "Api max rps reached");

    static ApiReply success() {
        return new ApiReply(200, new JsonObject().put("status", "success").encode());
    }

    static ApiReply success(Object data) {
        return new ApiReply(
                200, new JsonObject().put("status", "success").put("data", data).encode());
    }

    static ApiReply error(int status, String message) {
        return new ApiReply(status, json(message).encode());
    }

    static ApiReply error(int status, String message, int code) {
        return new ApiReply(status, json(message).put("code", code).encode());
    }

    /** 400 in the form that names its faults one by one. */
    static ApiReply invalid(String message) {
        JsonArray messages = new JsonArray().add(new JsonObject().put("message", message));
        JsonObject details = new JsonObject().put("messages", messages);
        return new ApiReply(
                400, json("Validation error").put("details", details).encode());
    }

    private static JsonObject json(String message) {
        return new JsonObject().put("status", "error").put("message", message);
    }
}
