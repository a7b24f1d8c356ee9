package io.turngate.runner.wire;

import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelFailure.Kind;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Says what an answer that is no reply means. */
final class Refusals {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int REQUEST_TIMEOUT = 408;
    private static final int SERVER_ERROR = 500;

    private Refusals() {}

    static ModelFailure of(HttpAnswer answer, Optional<JsonObject> json, Complaint complaint, Instant now) {
        if (answer.isSuccess() && json.isEmpty()) {
            return new ModelFailure(Kind.UNREADABLE, "status " + answer.status() + " without a JSON object");
        }
        int status = answer.isSuccess() ? innerStatus(json) : answer.status();
        Optional<Duration> retryAfter = RetryAfter.of(answer.headers(), now);
        return new ModelFailure(kind(status, complaint), "status " + status + complaint, retryAfter);
    }

    private static Kind kind(int status, Complaint complaint) {
        if (complaint.hasCode("insufficient_quota")) {
            // A 429 that no waiting helps: the account has nothing left.
            return Kind.REFUSED;
        }
        if (status == TOO_MANY_REQUESTS) {
            return Kind.TOO_FAST;
        }
        boolean failed = status >= SERVER_ERROR || status == REQUEST_TIMEOUT;
        return failed ? Kind.UNAVAILABLE : Kind.REFUSED;
    }

    /** The status that an error under a 200 tells; 500 if it tells none. */
    private static int innerStatus(Optional<JsonObject> json) {
        Object error = json.map(body -> body.getValue("error")).orElse("");
        Object code = error instanceof JsonObject object ? object.getValue("code") : error;
        return code instanceof Integer status && status >= 400 && status < 600 ? status : SERVER_ERROR;
    }
}
