package io.turngate.testing;

import io.turngate.core.Deadline;
import io.turngate.core.Turn;
import io.turngate.runner.Runner;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerRequest;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A runner that keeps what it was given and answers each message with a text that names it. */
public final class RecordingRunner implements Runner {

    private final List<RunnerRequest> requests = new CopyOnWriteArrayList<>();
    private volatile Function<RunnerRequest, Future<RunnerReply>> answer =
            request -> Future.succeededFuture(says("re: " + String.join(" + ", request.messages())));

    @Override
    public Future<RunnerReply> run(RunnerRequest request, Deadline deadline) {
        requests.add(request);
        return answer.apply(request);
    }

    public static RunnerReply says(String... texts) {
        return new RunnerReply(List.of(texts), Optional.empty(), 1.0, "recording", new RunnerReply.Spent(3, 5, 7));
    }

    public RecordingRunner answering(Function<RunnerRequest, Future<RunnerReply>> how) {
        answer = how;
        return this;
    }

    public List<RunnerRequest> requests() {
        return requests;
    }

    /** The texts of the history that the newest run was given. */
    public List<String> newestHistory() {
        return newest().history().stream().map(Turn::text).toList();
    }

    public RunnerRequest newest() {
        return requests.get(requests.size() - 1);
    }
}
