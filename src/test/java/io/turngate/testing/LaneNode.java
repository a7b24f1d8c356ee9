package io.turngate.testing;

import io.turngate.conversation.Answer;
import io.turngate.conversation.Caller;
import io.turngate.conversation.Handled;
import io.turngate.conversation.LaneSweeper;
import io.turngate.conversation.LocalLanes;
import io.turngate.conversation.Message;
import io.turngate.conversation.MessageService;
import io.turngate.conversation.RunLimits;
import io.turngate.conversation.Tenant;
import io.turngate.conversation.TenantLimits;
import io.turngate.core.Deadline;
import io.turngate.core.TenantId;
import io.turngate.rules.Rules;
import io.turngate.runner.DeadlineRunner;
import io.turngate.runner.Runner;
import io.turngate.store.Terms;
import io.turngate.store.redis.ContactClock;
import io.turngate.store.redis.RedisEndpoint;
import io.turngate.store.redis.RedisStores;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** One gateway's message path in this process, for tests in which several serve the same contacts. */
public final class LaneNode implements AutoCloseable {

    private static final TenantId TENANT = new TenantId("school");

    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final LocalLanes lanes = new LocalLanes();
    private final CountingLaneListener listener = new CountingLaneListener();
    private final RecordingPushes pushes = new RecordingPushes();
    private final Setup setup;
    private final RedisStores stores;
    private final ForgetfulStore store;
    private final TenantLimits limits = new TenantLimits(10_000, 10_000);
    private final MessageService service;
    private final Tenant tenant;

    /**
     * @param name the gateway's name in lanes
     * @param redisUri the Redis that all share
     * @param rules the rules in force
     * @param lease how long a run may hold a lane
     * @param deadline how long a caller waits
     */
    public record Setup(String name, String redisUri, Rules rules, Duration lease, Duration deadline) {

        /** A runner is given what the lease leaves it. */
        RunLimits limits() {
            return new RunLimits(lease.minus(deadline.dividedBy(2)), lease);
        }
    }

    public LaneNode(Setup setup, Runner runner) {
        this.setup = setup;
        RedisEndpoint endpoint =
                new RedisEndpoint(setup.redisUri(), Optional.empty(), Optional.empty(), Duration.ofSeconds(1));
        this.stores = ConversationHarness.stores(vertx, endpoint, ContactClock.OF_THE_SERVER, setup.name());
        this.store = new ForgetfulStore(stores.conversations());
        this.service = new MessageService(
                vertx, store, new MessageService.Shared(limits, lanes, listener, pushes, setup.limits()), () -> 0);
        this.tenant = new Tenant(new TestTenant().rules(setup.rules()).build(), new DeadlineRunner(vertx, runner));
        await(stores::open);
    }

    /** Looks after lanes as a gateway does: the index at once, what is due once a tenth of a second. */
    public LaneNode sweeping() {
        LaneSweeper sweeper = new LaneSweeper(
                stores.lanes(),
                lanes,
                listener,
                contact -> Optional.of(
                        new Terms(setup.rules(), setup.lease(), pushes.isOpen(tenant.config(), contact.id()))),
                setup.lease(),
                pushes::due);
        loop.runOnContext(start -> {
            vertx.setPeriodic(20, timer -> sweeper.enterAndLeave());
            vertx.setPeriodic(100, timer -> sweeper.sweep());
        });
        return this;
    }

    /** Between this gateway and its Redis. */
    public ForgetfulStore store() {
        return store;
    }

    /** Whether words can be pushed, and whose are to be. */
    public RecordingPushes pushes() {
        return pushes;
    }

    /** Messages that have not been answered. */
    public int inFlight() {
        return limits.inFlight();
    }

    public CountingLaneListener listener() {
        return listener;
    }

    public Future<Answer> post(String contact, String text) {
        return post(ConversationHarness.message(contact, text, Message.Media.NONE), () -> true);
    }

    /** Handles a message; completes on the node's event loop. */
    public Future<Answer> post(Message message, Caller caller) {
        Promise<Answer> promise = Promise.promise();
        loop.runOnContext(start -> service.handle(tenant, message, Deadline.after(setup.deadline()), caller)
                .map(Handled::answer)
                .onComplete(promise));
        return promise.future();
    }

    /** Like kill -9 as far as others can see: every connection is cut and nothing goes on. */
    @Override
    public void close() {
        await(vertx::close);
    }

    public static <T> T get(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> T await(Supplier<Future<T>> work) {
        Promise<T> promise = Promise.promise();
        loop.runOnContext(start -> work.get().onComplete(promise));
        return get(promise.future());
    }
}
