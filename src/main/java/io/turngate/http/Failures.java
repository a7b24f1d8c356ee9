package io.turngate.http;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;

/** The failures that handlers make themselves. */
final class Failures {

    private Failures() {}

    static TurngateException badRequest(String detail) {
        return new TurngateException(Kind.BAD_REQUEST, detail);
    }

    static TurngateException unauthorized(String detail) {
        return new TurngateException(Kind.UNAUTHORIZED, detail);
    }

    static TurngateException notFound(String detail) {
        return new TurngateException(Kind.NOT_FOUND, detail);
    }

    static TurngateException tooMany(String detail) {
        return new TurngateException(Kind.TOO_MANY_REQUESTS, detail);
    }

    static TurngateException notConfigured(String detail) {
        return new TurngateException(Kind.NOT_CONFIGURED, detail);
    }
}
