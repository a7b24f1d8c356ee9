package io.turngate.runner;

import io.turngate.core.Deadline;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Makes any runner keep its contract: it answers by the deadline, and whatever else goes wrong is a failed future. */
public final class DeadlineRunner implements Runner {

    private final Runner runner;

    public DeadlineRunner(Runner runner) {
        this.runner = runner;
    }

    @Override
    public Future<RunnerReply> run(RunnerRequest request, Deadline deadline) {
        return Future.<Void>succeededFuture()
                .compose(start -> runner.run(request, deadline))
                .timeout(deadline.boundMillis(Long.MAX_VALUE), TimeUnit.MILLISECONDS)
                .recover(failure -> Future.failedFuture(translate(failure)));
    }

    private static TurngateException translate(Throwable failure) {
        if (failure instanceof TurngateException known) {
            return known;
        }
        if (failure instanceof TimeoutException) {
            return new TurngateException(Kind.MODEL_TIMEOUT, "the runner did not answer in time", failure);
        }
        return new TurngateException(Kind.MODEL_ERROR, "the runner failed", failure);
    }
}
