package io.turngate.runner;

import io.turngate.core.Deadline;
import io.vertx.core.Future;

/**
 * What produces the agent's reply.
 *
 * <p>Never blocks and never throws: whatever goes wrong is a failed future of {@link
 * io.turngate.core.TurngateException}. Called and completed on the context of the caller's event loop. Asking twice
 * with the same request is allowed and may give two different replies.
 */
@FunctionalInterface
public interface Runner {

    /**
     * Produces a reply before the deadline, or fails.
     *
     * @param request history and message
     * @param deadline when the caller stops listening
     */
    Future<RunnerReply> run(RunnerRequest request, Deadline deadline);
}
