package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.Outcome;
import io.turngate.core.TurngateException;
import io.turngate.rules.Rules;
import io.turngate.store.Admission;
import io.turngate.store.AgentTurn;
import io.turngate.store.Arrival;
import io.turngate.store.ConversationStore;
import io.turngate.store.Fate;
import io.turngate.store.KeptAnswer;
import io.turngate.store.LaneRun;
import io.turngate.store.LaneWatch.Due;
import io.turngate.store.Settlement;
import io.turngate.store.Settlement.Carriage;
import io.turngate.store.Terms;
import io.turngate.store.redis.LaneModel.Request;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.LaneNode;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestArrival;
import io.turngate.testing.TestClock;
import io.turngate.testing.TestRules;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random schedules of arrivals, looks, settlements, crashes and lapses of time over the real scripts, each step held
 * against {@link LaneModel}. A failure names its seed.
 */
class LaneModelIT {

    private static final Duration LEASE = Duration.ofSeconds(38);
    private static final long OPEN_MILLIS = 8_000;
    private static final int STEPS = 250;
    private static final List<String> GATEWAYS = List.of("left", "right");
    private static final Rules RULES =
            new TestRules().cap(1_000).ratePerHour(600).build();
    private static final Terms TERMS = new Terms(RULES, LEASE, false);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private static final Vertx VERTX = Vertx.vertx();
    private static final Context LOOP = VERTX.getOrCreateContext();
    private static final TestClock CLOCK = new TestClock();
    private static final Map<String, RedisStores> STORES = new HashMap<>();

    private final LaneModel model = new LaneModel(LEASE.toMillis());
    private final List<Request> requests = new ArrayList<>();
    private final List<String> fences = new ArrayList<>();
    private final Map<Integer, LaneRun> runs = new HashMap<>();
    private final List<LaneModel.Run> mayStillSettle = new ArrayList<>();
    private Contact contact = ConversationHarness.contact("none");

    @BeforeAll
    static void connect() {
        for (String gateway : GATEWAYS) {
            RedisEndpoint endpoint =
                    new RedisEndpoint(redis.uri(), Optional.empty(), Optional.empty(), Duration.ofSeconds(2));
            RedisStores stores = ConversationHarness.stores(VERTX, endpoint, ContactClock.of(CLOCK), gateway);
            await(stores::open);
            STORES.put(gateway, stores);
        }
    }

    @AfterAll
    static void close() {
        await(VERTX::close);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597})
    void theScriptsDoWhatTheModelSays(long seed) {
        Random random = new Random(seed);
        contact = ConversationHarness.contact("c" + seed);
        for (int step = 0; step < STEPS; step++) {
            step(random, "m" + step);
        }
        letEverythingEnd();
        assertThatNothingWasLostOrDoubled();
    }

    private void step(Random random, String nonce) {
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> admit(new Request(nonce, pick(random, GATEWAYS), now() + OPEN_MILLIS));
            case 3, 4 -> pickRequest(random).ifPresent(this::take);
            case 5 -> pickRequest(random).ifPresent(this::leave);
            case 6, 7 -> settleOne(random);
            case 8 -> CLOCK.advance(Duration.ofMillis(random.nextInt(3_000)));
            default -> lapseOrCrash(random);
        }
    }

    /** A crash is a gateway that never settles its run and never asks for its requests again. */
    private void lapseOrCrash(Random random) {
        switch (random.nextInt(5)) {
            case 4 -> pickRequest(random).ifPresent(this::abandon);
            case 0 -> {
                String crashed = pick(random, GATEWAYS);
                requests.removeIf(request -> request.gateway().equals(crashed));
                mayStillSettle.removeIf(run -> run.gateway().equals(crashed));
            }
            case 1 -> CLOCK.advance(Duration.ofMillis(random.nextInt(60_000)));
            default -> sweep(pick(random, GATEWAYS));
        }
    }

    private void admit(Request request) {
        requests.add(request);
        String expected = model.admit(request, now());
        Arrival arrival = TestArrival.of(contact, request.nonce(), "text");
        Admission admission =
                await(() -> store(request).admit(arrival, TERMS, Deadline.after(Duration.ofMillis(OPEN_MILLIS))));
        assertThat(described(admission)).isEqualTo(expected);
        if (admission instanceof Admission.Busy busy) {
            settle(
                    request.gateway(),
                    new Settlement(
                            contact,
                            Optional.empty(),
                            List.of(turn(request.nonce(), busy.turnId())),
                            Map.of(),
                            Carriage.ANSWERED,
                            Optional.empty()));
        }
    }

    private String described(Admission admission) {
        if (admission instanceof Admission.Running running) {
            return begun(running.run());
        }
        return admission instanceof Admission.Busy ? "busy" : "waiting";
    }

    private String begun(LaneRun run) {
        LaneModel.Run expected = model.run();
        assertThat(expected).isNotNull();
        String nonces = run.entries().stream().map(LaneRun.Entry::nonce).collect(Collectors.joining(" "));
        if (fences.contains(run.fence())) {
            LaneRun before = Objects.requireNonNull(runs.get(expected.fence()));
            assertThat(run.history()).isEqualTo(before.history());
            assertThat(run.entries())
                    .extracting(LaneRun.Entry::turnId)
                    .containsExactlyElementsOf(
                            before.entries().stream().map(LaneRun.Entry::turnId).toList());
            return "again " + nonces;
        }
        fences.add(run.fence());
        runs.put(expected.fence(), run);
        mayStillSettle.add(expected);
        return "run " + nonces;
    }

    private void take(Request request) {
        String expected = model.take(request, now());
        Fate fate = await(() -> store(request).take(contact, request.nonce(), TERMS));
        assertThat(described(fate)).isEqualTo(expected);
        forgetIfOver(request, fate);
    }

    private void leave(Request request) {
        String expected = model.leave(request);
        Fate fate = await(() -> store(request).leave(contact, request.nonce(), TERMS));
        assertThat(described(fate)).isEqualTo(expected);
        forgetIfOver(request, fate);
    }

    /** Its gateway asks no more for it, nor settles a run that was given to it. */
    private void abandon(Request request) {
        model.abandon(request);
        await(() -> store(request).abandon(contact, request.nonce(), TERMS));
        requests.remove(request);
    }

    private void forgetIfOver(Request request, Fate fate) {
        if (fate instanceof Fate.Done || fate instanceof Fate.Left || fate instanceof Fate.Lost) {
            requests.remove(request);
        }
    }

    private String described(Fate fate) {
        if (fate instanceof Fate.Taken taken) {
            return begun(taken.run());
        }
        if (fate instanceof Fate.InRun) {
            return "running";
        }
        if (fate instanceof Fate.StillWaiting) {
            return "waiting";
        }
        return fate instanceof Fate.Done ? "done" : fate instanceof Fate.Left ? "left" : "lost";
    }

    private void settleOne(Random random) {
        if (mayStillSettle.isEmpty()) {
            return;
        }
        LaneModel.Run mine = mayStillSettle.remove(random.nextInt(mayStillSettle.size()));
        String expected = model.settle(mine);
        LaneRun run = Objects.requireNonNull(runs.get(mine.fence()));
        LaneRun.Entry newest = run.entries().get(run.entries().size() - 1);
        Map<String, KeptAnswer> answers = run.entries().stream()
                .collect(Collectors.toMap(
                        LaneRun.Entry::nonce,
                        entry -> new KeptAnswer(
                                false, entry.count(), 0, 0, Outcome.ANSWERED, Optional.empty(), List.of("ok"))));
        Settlement settlement = new Settlement(
                contact,
                Optional.of(run.fence()),
                List.of(turn("run" + mine.fence(), newest.turnId())),
                answers,
                Carriage.ANSWERED,
                Optional.empty());
        assertThat(settle(mine.gateway(), settlement)).isEqualTo(expected);
        if (expected.startsWith("settled")) {
            requests.removeIf(request ->
                    mine.entries().contains(request) && request.gateway().equals(mine.gateway()));
        }
    }

    private String settle(String gateway, Settlement settlement) {
        return await(() -> stores(gateway)
                .conversations()
                .settle(settlement, TERMS, Deadline.after(Duration.ofSeconds(8)))
                .map(settled -> "settled " + settled.waiting())
                .recover(failure -> failure instanceof TurngateException
                        ? Future.succeededFuture("fenced")
                        : Future.failedFuture(failure)));
    }

    private AgentTurn turn(String nonce, String to) {
        return new AgentTurn(
                contact, "a-" + nonce, to, List.of("reply"), Outcome.ANSWERED, Optional.empty(), Optional.empty());
    }

    private void sweep(String gateway) {
        int expected = model.sweep(now());
        Due due = new Due(contact, "member");
        assertThat(await(() -> stores(gateway).lanes().sweep(due, TERMS, swept -> Future.succeededFuture()))
                        .handedOver())
                .isEqualTo(expected);
    }

    private void letEverythingEnd() {
        for (int i = 0; i < 3; i++) {
            CLOCK.advance(LEASE.plusSeconds(10));
            sweep("left");
        }
        assertThat(model.isFree()).isTrue();
        CLOCK.advance(Duration.ofMinutes(1));
    }

    private void assertThatNothingWasLostOrDoubled() {
        List<JsonObject> contacts = KeptTurns.contacts(redis, contact.id().value());
        assertThat(contacts.stream().map(turn -> turn.getInteger("count")))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, contacts.size()).boxed().toList());
        assertThat(contacts.stream().collect(Collectors.toMap(LaneModelIT::nonce, turn -> turn.getInteger("count"))))
                .isEqualTo(model.counts());
        assertThat(model.ended()).isEqualTo(model.counts().keySet());
        assertThat(fences.stream().map(Long::valueOf)).isSorted().doesNotHaveDuplicates();
        assertThat(RedisScan.keys(redis).stream().filter(key -> key.endsWith(":lane")))
                .allSatisfy(key -> assertThat((Long) redis.call("PTTL", key)).isBetween(0L, 15_000L));
    }

    private static String nonce(JsonObject turn) {
        return turn.getString("id").split("-", 2)[1];
    }

    private Optional<Request> pickRequest(Random random) {
        return requests.isEmpty() ? Optional.empty() : Optional.of(pick(random, requests));
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static RedisStores stores(String gateway) {
        return Objects.requireNonNull(STORES.get(gateway));
    }

    private ConversationStore store(Request request) {
        return stores(request.gateway()).conversations();
    }

    private static long now() {
        return CLOCK.getAsLong();
    }

    private static <T> T await(Supplier<Future<T>> work) {
        Promise<T> promise = Promise.promise();
        LOOP.runOnContext(start -> work.get().onComplete(promise));
        return LaneNode.get(promise.future());
    }
}
