package io.turngate.eval;

import io.turngate.core.Deadline;
import io.turngate.core.Turn;
import io.turngate.runner.Runner;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerReply.Spent;
import io.turngate.runner.RunnerRequest;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** A runner that remembers what it was given and what its reply took. One for each case, on one event loop. */
final class ObservedRunner implements Runner {

    private final Runner runner;
    private Optional<List<Turn>> given = Optional.empty();
    private Spent spent = Spent.NOTHING;

    ObservedRunner(Runner runner) {
        this.runner = runner;
    }

    @Override
    public Future<RunnerReply> run(RunnerRequest request, Deadline deadline) {
        given = Optional.of(request.history());
        return runner.run(request, deadline).onSuccess(reply -> spent = reply.spent());
    }

    Optional<List<Turn>> given() {
        return given;
    }

    Spent spent() {
        return spent;
    }
}
