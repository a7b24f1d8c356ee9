package io.turngate.runner.agent;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.runner.model.ModelFailure;

/** A model's failures as those of a runner. */
final class Failures {

    private Failures() {}

    static TurngateException known(Throwable failure) {
        if (failure instanceof ModelFailure known) {
            return new TurngateException(kind(known), "the model: " + known.getMessage(), known);
        }
        return failure instanceof TurngateException known
                ? known
                : new TurngateException(Kind.MODEL_ERROR, "the model failed", failure);
    }

    private static Kind kind(ModelFailure failure) {
        return switch (failure.kind()) {
            case TIMEOUT -> Kind.MODEL_TIMEOUT;
            case UNREADABLE -> Kind.BAD_REPLY;
            case TOO_FAST, UNAVAILABLE, REFUSED -> Kind.MODEL_ERROR;
        };
    }
}
