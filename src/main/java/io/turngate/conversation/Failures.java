package io.turngate.conversation;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;

/** Failures on a message's way. */
final class Failures {

    private Failures() {}

    /** The failure as one of the known kinds; anything else is a defect. */
    static TurngateException known(Throwable failure) {
        return failure instanceof TurngateException expected
                ? expected
                : new TurngateException(Kind.UNEXPECTED, "an unexpected failure", failure);
    }
}
