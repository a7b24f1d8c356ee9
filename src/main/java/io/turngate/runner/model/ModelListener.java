package io.turngate.runner.model;

import io.turngate.runner.model.Completion.Usage;
import io.turngate.runner.model.ModelFailure.Kind;

/** Is told what happens with models. Called on any event loop, now and then under a lock: it must return at once. */
public interface ModelListener {

    /** Whether a provider is asked. */
    enum Breaker {
        /** It is. */
        CLOSED,
        /** It is not: everything goes to the fallback or fails. */
        OPEN,
        /** One call tries whether it is back. */
        HALF_OPEN
    }

    /** A provider is asked; each retry is a call too. */
    void asked(ModelName model);

    /** A call failed, with what kind. */
    void failed(ModelName model, Kind kind);

    /** A call took something, whether it was of use or not. */
    void spent(ModelName model, Usage usage);

    /** A provider's breaker has another state. */
    void breaker(ModelName model, Breaker state);

    /** The fallback is asked in place of this model. */
    void fellBack(ModelName model);

    /** Hears nothing. */
    ModelListener DEAF = new ModelListener() {
        @Override
        public void asked(ModelName model) {}

        @Override
        public void failed(ModelName model, Kind kind) {}

        @Override
        public void spent(ModelName model, Usage usage) {}

        @Override
        public void breaker(ModelName model, Breaker state) {}

        @Override
        public void fellBack(ModelName model) {}
    };
}
