package io.turngate;

import static org.awaitility.Awaitility.await;

import io.turngate.ChaosJudge.Violation;
import io.turngate.ChaosRecord.Turn;
import io.turngate.emulator.ContactView.Source;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Two gateways and their Redis are killed in turns, with {@code kill -9}, and started again, while contacts write. Then
 * everybody writes once more, and what was seen is judged.
 */
final class ChaosRun {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final double FAULT_EVERY_SECONDS = 5;
    private static final double FIRST_FAULT_SECONDS = 2;
    private static final int SHORTEST_ABSENCE_MILLIS = 200;
    private static final int LONGEST_ABSENCE_MILLIS = 1_200;
    /** Gateway A, Redis, gateway B, Redis. */
    private static final int TURN = 4;

    private static final int ALL_KILLED = 3;

    /** What dead gateways leave to the sweep, with some time for a busy machine. */
    private static final Duration SWEPT = ChaosPlan.LEASE.plusSeconds(4);

    /** The lease of a delivery whose gateway died is half a minute. */
    private static final Duration DELIVERED = Duration.ofSeconds(30 + 30);

    private final ChaosPlan plan;
    private final Consumer<String> narrator;
    private final ChaosWorld world;
    private final ChaosLoad load;
    private final Random chance;
    private final long start = System.nanoTime();

    private ChaosRun(ChaosPlan plan, ChaosWorld world, Consumer<String> narrator) {
        this.plan = plan;
        this.narrator = narrator;
        this.world = world;
        this.load = new ChaosLoad(world.vertx(), plan, world.client());
        this.chance = new Random(plan.seed());
    }

    /** @param narrator is told what happens, a line each */
    static ChaosReport run(ChaosPlan plan, Consumer<String> narrator) {
        narrator.accept("seed " + plan.seed() + ": " + plan.contacts() + " contacts, about " + plan.perSecond()
                + " messages a second, " + plan.seconds() + " s");
        try (ChaosWorld world = new ChaosWorld(plan)) {
            return new ChaosRun(plan, world, narrator).run();
        }
    }

    private ChaosReport run() {
        Blocking.await(load.once(false), LIMIT);
        await().atMost(LIMIT)
                .until(() -> ChaosLoad.contacts(plan).stream()
                        .noneMatch(contact -> world.token(contact).isEmpty()));
        tell("everybody has a token");
        world.model().calm(false);
        Blocking.await(load.begin(), LIMIT);
        killInTurns();
        Blocking.await(load.stop(), LIMIT);
        tell("nobody writes any more");
        long quiet = System.nanoTime();
        boolean calm = awaits(
                DELIVERED,
                () -> left(":pending").isEmpty()
                        && (left(":lane").isEmpty() || System.nanoTime() - quiet > SWEPT.toNanos()));
        tell(calm ? "nothing is pending" : "something is still pending");
        world.model().calm(true);
        Blocking.await(load.once(true), LIMIT);
        tell("everybody has written once more");
        awaits(DELIVERED, () -> leftKeys().isEmpty());
        ChaosRecord record = record();
        List<Violation> violations = ChaosJudge.judge(record);
        return new ChaosReport(plan, record, violations, world.client(), kills(), world.errors());
    }

    private int redisKills;

    private Map<String, Integer> kills() {
        return Map.of("gateway", world.deaths().size(), "redis", redisKills);
    }

    private void killInTurns() {
        long from = System.nanoTime();
        for (int fault = 0; ; fault++) {
            double due = FIRST_FAULT_SECONDS + FAULT_EVERY_SECONDS * fault + 2 * chance.nextDouble();
            if (due > plan.seconds() - FIRST_FAULT_SECONDS && fault >= ALL_KILLED) {
                break;
            }
            pauseUntil(from, due);
            int absence = chance.nextInt(SHORTEST_ABSENCE_MILLIS, LONGEST_ABSENCE_MILLIS);
            kill(fault % TURN, absence);
        }
        pauseUntil(from, plan.seconds());
    }

    private void kill(int victim, int absenceMillis) {
        long killed = System.nanoTime();
        String name = victim % 2 == 1 ? "Redis" : victim == 0 ? "gateway A" : "gateway B";
        if (victim % 2 == 1) {
            world.killRedis();
            redisKills++;
        } else {
            world.killGateway(victim / 2);
        }
        pauseUntil(System.nanoTime(), absenceMillis / 1e3);
        if (victim % 2 == 1) {
            world.startRedis();
        } else {
            world.startGateway(victim / 2);
        }
        tell(String.format(Locale.ROOT, "%s killed, back after %.1f s", name, (System.nanoTime() - killed) / 1e9));
    }

    private static void pauseUntil(long fromNanos, double seconds) {
        long until = fromNanos + (long) (seconds * 1e9);
        if (until > System.nanoTime()) {
            await().atMost(LIMIT).pollInterval(Duration.ofMillis(10)).until(() -> System.nanoTime() >= until);
        }
    }

    private static boolean awaits(Duration most, java.util.concurrent.Callable<Boolean> what) {
        try {
            await().atMost(most).pollInterval(Duration.ofMillis(200)).until(what);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    private void tell(String what) {
        narrator.accept(String.format(Locale.ROOT, "%6.1f s  %s", (System.nanoTime() - start) / 1e9, what));
    }

    private ChaosRecord record() {
        return new ChaosRecord(
                load.said(),
                ofEach(this::turns),
                world.model().asked(),
                ofEach(contact -> world.manyChat().contact(contact).texts(Source.PUSH)),
                list("XRANGE", "tg:{school}:dead", "-", "+"),
                world.deaths(),
                leftKeys());
    }

    private <T> Map<String, T> ofEach(Function<String, T> what) {
        return ChaosLoad.contacts(plan).stream().collect(Collectors.toMap(Function.identity(), what));
    }

    private List<Turn> turns(String contact) {
        return list("ZRANGE", "tg:{school:" + contact + "}:turns", "0", "-1").stream()
                .map(JsonObject::new)
                .map(turn -> new Turn(
                        turn.getString("id"),
                        turn.getString("role").equals("agent"),
                        turn.getString("text"),
                        turn.getString("to", ""),
                        turn.getString("outcome", ""),
                        turn.getBoolean("pushed", false),
                        turn.getInteger("count", 0)))
                .toList();
    }

    private List<String> leftKeys() {
        return List.of(":lane", ":pending", ":outbox", "tg:lanes").stream()
                .flatMap(end -> left(end).stream())
                .toList();
    }

    private List<String> left(String end) {
        return list("KEYS", "*" + end);
    }

    private List<String> list(String... command) {
        return ((List<?>) Objects.requireNonNull(world.redis().call(command)))
                .stream().map(String::valueOf).toList();
    }
}
