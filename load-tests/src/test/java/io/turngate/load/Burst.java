package io.turngate.load;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Each contact writes three messages within two seconds, while the runner takes longer than that. Right: the first is answered
 * alone; the second is silent and the third carries the reply to both; they count 1, 2, 3.
 */
public final class Burst extends ContactSimulation {

    private static final int ROUNDS = Settings.number("rounds", 2, 1, 7);
    private static final int ROUND_MILLIS = Settings.number("round", 14_000, 1_000, 60_000);
    private static final int APART_MILLIS = 900;
    private static final int PARTS = 3;

    /** While users are still few, the third of a contact arrives two seconds after the first. */
    private static final int ALL_HAVE_ARRIVED_MILLIS = 3_000;

    private static final String ARRIVAL = "arrival";
    private static final String ROUND = "round";

    private final AtomicInteger arrived = new AtomicInteger();
    private final Map<Integer, Long> begins = new ConcurrentHashMap<>();
    private final List<Message[]> bursts;

    /** Reads {@code load.rounds} (2 bursts of each contact) and {@code load.round} (14,000 ms from one to the next). */
    public Burst() {
        super(6);
        bursts = contacts().all().stream()
                .flatMap(contact -> IntStream.range(0, ROUNDS).mapToObj(round -> contact.writesThree()))
                .toList();
        runs(scenario("burst").exec(writesTheirPart()).injectOpen(arriving()));
    }

    /** Three virtual users are one contact: a virtual user has one request under way at a time. Who is not one of three leaves. */
    private ChainBuilder writesTheirPart() {
        return exec(session -> session.set(ARRIVAL, arrived.getAndIncrement()))
                .exitHereIf(session -> contactNumber(session) >= leastArrivals() / PARTS)
                // The generator's own first request takes so long that the first message would come after the second.
                .exec(http("first request")
                        .get(target().manyChat() + "/emulator/usage")
                        .silent())
                .exec(repeat(ROUNDS, ROUND)
                        .on(pause(this::untilTheirTurn)
                                .exec(session -> session.set(MESSAGE, theirs(session)))
                                .exec(isSent("message"))));
    }

    private Duration untilTheirTurn(Session session) {
        long now = System.nanoTime() / 1_000_000;
        long begin = begins.computeIfAbsent(contactNumber(session), first -> now + ALL_HAVE_ARRIVED_MILLIS);
        long theirs = begin + (long) session.getInt(ROUND) * ROUND_MILLIS + part(session) * APART_MILLIS;
        return Duration.ofMillis(Math.max(0, theirs - now));
    }

    private Message theirs(Session session) {
        return bursts.get(contactNumber(session) * ROUNDS + session.getInt(ROUND))[part(session)];
    }

    private static int contactNumber(Session session) {
        return session.getInt(ARRIVAL) / PARTS;
    }

    private static int part(Session session) {
        return session.getInt(ARRIVAL) % PARTS;
    }
}
