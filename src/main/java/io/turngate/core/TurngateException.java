package io.turngate.core;

import org.jspecify.annotations.Nullable;

/**
 * The one failure type of the message path. Its kind decides status, metric and log level in one place; its message
 * is written by Turngate, safe to show to the caller, and never holds a contact's text, id or a secret. It carries no
 * stack trace: it is an answer, not a defect.
 */
public final class TurngateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What went wrong, as far as the outside can act on it. */
    public enum Kind {
        /** The request cannot be understood. */
        BAD_REQUEST,
        /** No or a wrong credential. */
        UNAUTHORIZED,
        /** Nothing is there under that name. */
        NOT_FOUND,
        /** An address sends too much without a valid credential. */
        TOO_MANY_REQUESTS,
        /** The tenant's configuration has never loaded. */
        NOT_CONFIGURED,
        /** Redis does not answer in time, or not well; what it was asked may have taken effect all the same. */
        STATE_UNAVAILABLE,
        /** Redis is not connected: nothing was sent, nothing took effect. */
        STATE_OFFLINE,
        /** The runner failed. */
        MODEL_ERROR,
        /** The runner did not answer in time. */
        MODEL_TIMEOUT,
        /** The runner's reply cannot be used. */
        BAD_REPLY,
        /** A defect: something that none of the others foresees. */
        UNEXPECTED
    }

    private final Kind kind;

    public TurngateException(Kind kind, String message) {
        this(kind, message, null);
    }

    public TurngateException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
        this.kind = kind;
    }

    /** What went wrong. */
    public Kind kind() {
        return kind;
    }
}
