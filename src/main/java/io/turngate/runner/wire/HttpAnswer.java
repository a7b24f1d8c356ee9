package io.turngate.runner.wire;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * A whole answer.
 *
 * @param body its bytes; none if it was an error's and could not be read to its end
 */
record HttpAnswer(int status, MultiMap headers, Buffer body) {

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** The object that the body is, or that stands alone in its list, as one provider wraps its errors. */
    Optional<JsonObject> json() {
        try {
            Object value = body.toJsonValue();
            if (value instanceof JsonArray list && list.size() == 1) {
                value = list.getValue(0);
            }
            return value instanceof JsonObject object ? Optional.of(object) : Optional.empty();
        } catch (DecodeException e) {
            return Optional.empty();
        }
    }

    /** May hold words for a contact: never printed. */
    @Override
    public String toString() {
        return "status " + status;
    }
}
