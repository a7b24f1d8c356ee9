package io.turngate.runner.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.core.Deadline;
import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Model;
import io.turngate.testing.Awaiting;
import io.turngate.testing.ModelAnswer;
import io.turngate.testing.ModelCase;
import io.turngate.testing.ModelWire;
import io.turngate.testing.TestPrompt;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many calls at a time: what waits is memory, not threads. */
class ManyCallsIT {

    private static final int CALLS = 1_000;
    private static final int LOOPS = 2;
    private static final long FIVE_SECONDS = 5_000;
    private static final Duration AMPLE = Duration.ofSeconds(60);

    /** Of the tests that ran in this process before. */
    private final Set<Thread> earlier = Thread.getAllStackTraces().keySet();

    private final ModelCase setting = new ModelCase();

    @AfterEach
    void close() {
        setting.close();
    }

    @ParameterizedTest
    @EnumSource
    void aThousandCallsOfFiveSecondsNeedNoThreadsOfTheirOwnAndTheirConnectionsAreUsedAgain(ModelWire wire) {
        List<Context> loops = loops();
        setting.server.answering(ModelAnswer.reply("Hello").slow(FIVE_SECONDS));
        List<Future<Completion>> calls = askAll(wire, loops);
        await().atMost(AMPLE).until(() -> setting.server.inFlight() == CALLS);
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> !earlier.contains(thread))
                .hasSizeLessThan(40);
        assertThat(calls)
                .allSatisfy(call -> assertThat(Awaiting.result(call).text()).contains("Hello"));

        setting.server.answering(ModelAnswer.reply("Again"));
        assertThat(askAll(wire, loops))
                .allSatisfy(call -> assertThat(Awaiting.result(call).text()).contains("Again"));
        assertThat(setting.server.connectionsOpened()).isEqualTo(CALLS);
    }

    @ParameterizedTest
    @EnumSource
    void aCallCompletesOnTheEventLoopThatMadeIt(ModelWire wire) {
        Model model = setting.model(wire);
        for (Context loop : loops()) {
            Promise<Boolean> same = Promise.promise();
            loop.runOnContext(go -> {
                Thread caller = Thread.currentThread();
                ask(model).onComplete(answered -> same.complete(Thread.currentThread() == caller));
            });
            assertThat(Awaiting.result(same.future())).isTrue();
        }
    }

    private List<Future<Completion>> askAll(ModelWire wire, List<Context> loops) {
        Model model = setting.model(wire);
        List<Future<Completion>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            Promise<Completion> call = Promise.promise();
            loops.get(i % LOOPS).runOnContext(go -> ask(model).onComplete(call));
            calls.add(call.future());
        }
        return calls;
    }

    private static Future<Completion> ask(Model model) {
        return model.complete(TestPrompt.of("c:Hi"), Deadline.after(AMPLE));
    }

    /** Contexts on different event loops, as verticles have them. */
    private List<Context> loops() {
        List<Context> loops = new ArrayList<>();
        for (int i = 0; i < LOOPS; i++) {
            Promise<Context> started = Promise.promise();
            Awaiting.result(setting.vertx.deployVerticle(new VerticleBase() {
                @Override
                public Future<?> start() {
                    started.complete(context);
                    return Future.succeededFuture();
                }
            }));
            loops.add(Awaiting.result(started.future()));
        }
        return loops;
    }
}
