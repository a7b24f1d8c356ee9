package io.turngate.runner;

import static io.turngate.testing.Awaiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Channel;
import io.turngate.core.Deadline;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.runner.RunnerRequest.Addressee;
import io.turngate.testing.RecordingRunner;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadlineRunnerTest {

    private static final RunnerRequest REQUEST = new RunnerRequest(
            List.of(), List.of("hello"), new Addressee(Optional.empty(), Optional.empty(), Channel.WHATSAPP), 0);

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() {
        result(vertx.close());
    }

    /** The end of a run, and the thread that brought it. */
    private record Ended(AsyncResult<RunnerReply> reply, Thread asker, Thread bringer) {

        Throwable failure() {
            return reply.cause();
        }
    }

    private Ended run(Runner runner, Duration limit) {
        Promise<Ended> ended = Promise.promise();
        vertx.runOnContext(go -> {
            Thread asker = Thread.currentThread();
            new DeadlineRunner(vertx, runner)
                    .run(REQUEST, Deadline.after(limit))
                    .onComplete(reply -> ended.complete(new Ended(reply, asker, Thread.currentThread())));
        });
        return result(ended.future());
    }

    @Test
    void aRunnerThatIsSilentEndsOnTheLoopThatAsked() {
        Ended ended = run((request, deadline) -> Promise.<RunnerReply>promise().future(), Duration.ofMillis(20));
        assertThat(ended.failure())
                .isInstanceOfSatisfying(
                        TurngateException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(Kind.MODEL_TIMEOUT));
        assertThat(ended.bringer()).isSameAs(ended.asker());
    }

    @Test
    void aReplyThatComesLaterIsPassedOn() {
        RunnerReply reply = RecordingRunner.says("hi");
        Ended ended = run((request, deadline) -> vertx.timer(20).map(reply), Duration.ofSeconds(20));
        assertThat(ended.reply().result()).isSameAs(reply);
    }

    @Test
    void aRunnerThatThrowsHasFailed() {
        RuntimeException thrown = new IllegalStateException("a defect");
        Ended ended = run(
                (request, deadline) -> {
                    throw thrown;
                },
                Duration.ofSeconds(20));
        assertThat(ended.failure())
                .isInstanceOfSatisfying(
                        TurngateException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(Kind.MODEL_ERROR));
        assertThat(ended.failure()).hasCause(thrown);
    }

    @Test
    void aFailureThatIsKnownStaysWhatItIs() {
        TurngateException known = new TurngateException(Kind.BAD_REPLY, "rubbish");
        assertThat(run((request, deadline) -> Future.failedFuture(known), Duration.ofSeconds(20))
                        .failure())
                .isSameAs(known);
    }
}
