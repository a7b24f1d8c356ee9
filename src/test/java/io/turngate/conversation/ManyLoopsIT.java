package io.turngate.conversation;

import static io.turngate.testing.LaneNode.get;
import static io.turngate.testing.RecordingRunner.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.conversation.Message.Media;
import io.turngate.core.Deadline;
import io.turngate.core.Outcome;
import io.turngate.runner.DeadlineRunner;
import io.turngate.runner.RunnerReply;
import io.turngate.store.redis.ContactClock;
import io.turngate.store.redis.RedisEndpoint;
import io.turngate.store.redis.RedisStores;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.DeafLaneListener;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.RecordingPushes;
import io.turngate.testing.RecordingRunner;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.turngate.testing.TestTenant;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One gateway with several event loops, each with its own connection: nobody sleeps past the end of the run ahead. */
class ManyLoopsIT {

    private static final int LOOPS = 4;
    private static final int ROUNDS = 15;
    private static final int AT_ONCE = 40;
    private static final Duration DEADLINE = Duration.ofSeconds(8);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private final Vertx vertx = Vertx.vertx();
    private final LocalLanes lanes = new LocalLanes();
    private final TenantLimits limits = new TenantLimits(10_000, 10_000);
    private final List<Loop> loops = new CopyOnWriteArrayList<>();
    private final RecordingRunner runner = new RecordingRunner().answering(request -> quickly());
    private final Tenant tenant = new Tenant(
            new TestTenant().rules(new TestRules().cap(1_000).build()).build(), new DeadlineRunner(vertx, runner));

    private record Loop(Context context, MessageService service) {}

    @BeforeEach
    void openLoops() {
        RedisEndpoint endpoint =
                new RedisEndpoint(redis.uri(), Optional.empty(), Optional.empty(), Duration.ofSeconds(2));
        MessageService.Shared shared = new MessageService.Shared(
                limits, lanes, new DeafLaneListener(), new RecordingPushes(), ConversationHarness.RUN_LIMITS);
        for (int i = 0; i < LOOPS; i++) {
            get(vertx.deployVerticle(new LoopVerticle(endpoint, shared)));
        }
        assertThat(loops.stream().map(Loop::context)).doesNotHaveDuplicates();
    }

    /** Only verticles are certain to be given event loops of their own. */
    private final class LoopVerticle extends VerticleBase {

        private final RedisEndpoint endpoint;
        private final MessageService.Shared shared;

        private LoopVerticle(RedisEndpoint endpoint, MessageService.Shared shared) {
            this.endpoint = endpoint;
            this.shared = shared;
        }

        @Override
        public Future<?> start() {
            RedisStores stores = ConversationHarness.stores(vertx, endpoint, ContactClock.OF_THE_SERVER, "one");
            loops.add(new Loop(context, new MessageService(vertx, stores.conversations(), shared, () -> 0)));
            return stores.open();
        }
    }

    @AfterEach
    void closeAll() {
        get(vertx.close());
    }

    private Future<RunnerReply> quickly() {
        Promise<RunnerReply> promise = Promise.promise();
        vertx.setTimer(1 + ThreadLocalRandom.current().nextInt(4), timer -> promise.complete(says("ok")));
        return promise.future();
    }

    private Future<Answer> post(int loop, String text) {
        Promise<Answer> promise = Promise.promise();
        Message message = ConversationHarness.message("77", text, Media.NONE);
        Loop on = loops.get(loop % LOOPS);
        on.context()
                .runOnContext(start -> on.service()
                        .handle(tenant, message, Deadline.after(DEADLINE), () -> true)
                        .map(Handled::answer)
                        .onComplete(promise));
        return promise.future();
    }

    @RepeatedTest(10)
    void everyMessageOfABurstIsAnsweredLongBeforeItsDeadlineAndNothingIsLeftBehind() {
        for (int round = 0; round < ROUNDS; round++) {
            String name = "round " + round + " message ";
            List<Future<Answer>> all = new ArrayList<>();
            long startNanos = System.nanoTime();
            IntStream.range(0, AT_ONCE).forEach(i -> all.add(post(i, name + i)));
            List<Answer> answers = get(Future.all(all)).list();

            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(4));
            assertThat(answers).extracting(Answer::reason).containsOnly(Optional.empty());
            assertThat(answers).extracting(Answer::outcome).containsOnly(Outcome.ANSWERED, Outcome.SILENT);
        }
        assertThat(KeptTurns.contacts(redis, "77")).hasSize(ROUNDS * AT_ONCE);
        assertThat(limits.inFlight()).isZero();
        // Each waiter leaves on its own event loop, a moment after its answer.
        await().until(lanes::isIdle);
        assertThat(lanes.longerThan(0)).isEmpty();
        assertThat(RedisScan.keys(redis)).noneMatch(key -> key.endsWith(":lane"));
    }
}
