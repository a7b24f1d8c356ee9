package io.turngate.testing;

import io.turngate.conversation.Answer;
import io.turngate.conversation.Handled;
import io.turngate.conversation.LocalLanes;
import io.turngate.conversation.Message;
import io.turngate.conversation.Message.Media;
import io.turngate.conversation.MessageService;
import io.turngate.conversation.RunLimits;
import io.turngate.conversation.Tenant;
import io.turngate.conversation.TenantLimits;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.Deadline;
import io.turngate.core.TenantId;
import io.turngate.rules.Rules;
import io.turngate.runner.DeadlineRunner;
import io.turngate.store.LinkListener;
import io.turngate.store.Reach;
import io.turngate.store.ServerFacts;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A gateway's message path on a real Redis, without HTTP: messages of one tenant go in, what became of them comes out,
 * and the contacts' clock stands where the test sets it.
 */
public final class ConversationHarness implements BeforeEachCallback, AfterEachCallback {

    public static final TenantId TENANT = new TenantId("school");
    public static final String CONTACT = "1234567";

    public static final Duration LEASE = Duration.ofSeconds(38);

    /** How late the event loop may be. */
    public static final long MAX_LAG_MILLIS = 250;

    public static final RunLimits RUN_LIMITS = new RunLimits(Duration.ofSeconds(30), LEASE);

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final TestClock clock = new TestClock();
    private final RecordingRunner runner = new RecordingRunner();
    private final TestTenant tenant = new TestTenant();
    private final RecordingPushes pushes = new RecordingPushes();
    private Rules rules = new TestRules().build();
    private Duration deadline = Duration.ofSeconds(8);
    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final LocalLanes lanes = new LocalLanes();
    private final AtomicLong lagMillis = new AtomicLong();
    private final CountingLaneListener listener = new CountingLaneListener();
    private final StringBuffer linkEvents = new StringBuffer();
    private final RedisStores stores;
    private final MessageService service;

    public ConversationHarness(TestRedis redis) {
        this(redis.endpoint());
    }

    public ConversationHarness(RedisEndpoint endpoint) {
        this.stores = stores(endpoint);
        this.service = new MessageService(
                vertx,
                stores.conversations(),
                new MessageService.Shared(
                        new TenantLimits(10_000, MAX_LAG_MILLIS), lanes, listener, pushes, RUN_LIMITS),
                lagMillis::get);
    }

    /** From now on the event loop says that it is so late; over {@link #MAX_LAG_MILLIS} it sheds. */
    public void lag(long millis) {
        lagMillis.set(millis);
    }

    /** What happened to messages. */
    public CountingLaneListener listener() {
        return listener;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        await(stores::open);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        await(stores::close);
        await(vertx::close);
    }

    public Vertx vertx() {
        return vertx;
    }

    public TestClock clock() {
        return clock;
    }

    public RecordingRunner runner() {
        return runner;
    }

    /** What became of the connection to Redis, in words that are set apart by spaces. */
    public String linkEvents() {
        return linkEvents.toString();
    }

    public RedisStores redisStores() {
        return stores;
    }

    /** The tenant that messages are for, to be changed before they come. */
    public TestTenant tenant() {
        return tenant;
    }

    public RecordingPushes pushes() {
        return pushes;
    }

    public void rules(TestRules changed) {
        rules = changed.build();
        tenant.rules(rules);
    }

    public Rules rules() {
        return rules;
    }

    public void newContactsPerMinute(int contacts) {
        tenant.newContactsPerMinute(contacts);
    }

    public void messagesPerMinute(int messages) {
        tenant.messagesPerMinute(messages);
    }

    public void deadline(Duration limit) {
        deadline = limit;
    }

    public static Contact contact(String id) {
        return new Contact(TENANT, new ContactId(id));
    }

    /** One message of the usual contact, handled to its end. */
    public Answer say(String text) {
        return await(() -> post(CONTACT, text)).answer();
    }

    public Answer say(String contact, String text) {
        return await(() -> post(contact, text)).answer();
    }

    public Answer send(Media media) {
        return await(() -> handle(message(CONTACT, "", media))).answer();
    }

    /** The same message again and again, each this long after the one before. */
    public Answer sayTimes(int times, Duration between) {
        Answer last = say("message 1");
        for (int i = 2; i <= times; i++) {
            clock.advance(between);
            last = say("message " + i);
        }
        return last;
    }

    /** Must be called on the loop: inside of what is given to {@link #await}. */
    public Future<Handled> post(String contact, String text) {
        return handle(message(contact, text, Media.NONE));
    }

    /** Must be called on the loop. */
    public Future<Handled> handle(Message message) {
        return service.handle(
                new Tenant(tenant.build(), new DeadlineRunner(vertx, runner)),
                message,
                Deadline.after(deadline),
                () -> true);
    }

    /** Runs on the event loop that the stores belong to, and waits for the end. */
    public <T> T await(Supplier<Future<T>> work) {
        Promise<T> promise = Promise.promise();
        loop.runOnContext(start -> work.get().onComplete(promise));
        try {
            return promise.future()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Message message(String contact, String text, Media media) {
        return message(contact, text, media, Optional.empty());
    }

    public static Message message(String contact, String text, Media media, Optional<String> token) {
        return new Message(
                new ContactId(contact),
                text,
                media,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                token,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private RedisStores stores(RedisEndpoint endpoint) {
        return new RedisStores(vertx, endpoint, ContactClock.of(clock), "harness", listener(linkEvents::append));
    }

    /** Stores whose connection nobody listens to. */
    public static RedisStores stores(Vertx vertx, RedisEndpoint endpoint, ContactClock clock, String gateway) {
        return new RedisStores(vertx, endpoint, clock, gateway, LinkListener.DEAF);
    }

    private static LinkListener listener(Consumer<String> events) {
        return new LinkListener() {
            @Override
            public void greeted(String server, ServerFacts facts) {}

            @Override
            public void left(String server) {}

            @Override
            public void reaches(Reach reach) {
                events.accept(
                        switch (reach) {
                            case NOTHING -> " down";
                            case PART -> " partly";
                            case EVERYTHING -> " up";
                        });
            }

            @Override
            public void shortOfReplicas(int answers) {
                events.accept(" short:" + answers);
            }

            @Override
            public void command(long nanos, boolean succeeded) {}
        };
    }
}
