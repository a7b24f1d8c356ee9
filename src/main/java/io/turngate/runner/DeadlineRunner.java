package io.turngate.runner;

import io.turngate.core.Deadline;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** Makes any runner keep its contract: it answers by the deadline, and whatever else goes wrong is a failed future. */
public final class DeadlineRunner implements Runner {

    private final Vertx vertx;
    private final Runner runner;

    public DeadlineRunner(Vertx vertx, Runner runner) {
        this.vertx = vertx;
        this.runner = runner;
    }

    /** Completes on the caller's event loop or where the runner does: a late one must not bring a thread of its own. */
    @Override
    public Future<RunnerReply> run(RunnerRequest request, Deadline deadline) {
        Future<RunnerReply> asked = Future.<Void>succeededFuture()
                .compose(start -> runner.run(request, deadline))
                .recover(failure -> Future.failedFuture(translate(failure)));
        return asked.isComplete() ? asked : inTime(asked, deadline);
    }

    private Future<RunnerReply> inTime(Future<RunnerReply> asked, Deadline deadline) {
        Promise<RunnerReply> given = Promise.promise();
        long timer = vertx.setTimer(deadline.boundMillis(Long.MAX_VALUE), late -> given.tryFail(tooLate()));
        asked.onComplete(reply -> {
            vertx.cancelTimer(timer);
            if (reply.succeeded()) {
                given.tryComplete(reply.result());
            } else {
                given.tryFail(reply.cause());
            }
        });
        return given.future();
    }

    private static TurngateException tooLate() {
        return new TurngateException(Kind.MODEL_TIMEOUT, "the runner did not answer in time");
    }

    private static TurngateException translate(Throwable failure) {
        return failure instanceof TurngateException known
                ? known
                : new TurngateException(Kind.MODEL_ERROR, "the runner failed", failure);
    }
}
