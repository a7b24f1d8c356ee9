package io.turngate.client;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/** How far a request came. What matters of a failure is whether the request may have been written by then. */
public sealed interface Reach {

    /** Nothing was written: there was no connection. */
    record NotConnected(Loss loss) implements Reach {}

    /** It was written, perhaps in part, and no status came back. */
    record Unanswered(Loss loss) implements Reach {}

    /** A status came back, but not all that belongs to it. */
    record Begun(int status, MultiMap headers, Loss loss) implements Reach {}

    /** A whole answer. */
    record Answered(int status, MultiMap headers, Buffer body) implements Reach {

        /** May hold words for a contact: never printed. */
        @Override
        public String toString() {
            return "status " + status;
        }
    }

    /**
     * What ended it early.
     *
     * @param why in words, without what was sent
     */
    record Loss(Kind kind, String why) {

        /** What happened. */
        public enum Kind {
            /** The deadline passed. */
            LATE,
            /** Too many requests wait for a connection: this one was not even begun. */
            BUSY,
            /** The connection could not be made or was lost. */
            LOST,
            /** The answer has more bytes than are read. */
            TOO_LONG
        }
    }
}
