package io.turngate.runner.model;

import io.turngate.core.Deadline;
import io.vertx.core.Future;

/**
 * One language model behind one endpoint. Never blocks and never throws; fails with {@link ModelFailure} and nothing else.
 * Called and completed on the context of the caller's event loop.
 */
@FunctionalInterface
public interface Model {

    /** Asks once: no retry, no fallback. Completes by the deadline. */
    Future<Completion> complete(Prompt prompt, Deadline deadline);
}
