package io.turngate.load;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pace;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Each contact writes three messages within two seconds, while the runner takes longer than that. Right: the first is answered
 * alone; the second is silent and the third carries the reply to both; they count 1, 2, 3.
 */
public final class Burst extends ContactSimulation {

    private static final int ROUNDS = Settings.number("rounds", 2, 1, 7);
    private static final Duration ROUND = Duration.ofMillis(Settings.number("round", 12_000, 1_000, 60_000));
    private static final long APART_MILLIS = 700;
    private static final int PARTS = 3;

    private final AtomicInteger arrived = new AtomicInteger();
    private final List<Message[]> bursts;

    /** Reads {@code load.rounds} (2 bursts of each contact) and {@code load.round} (12,000 ms from one to the next). */
    public Burst() {
        super(12);
        bursts = contacts().all().stream()
                .flatMap(contact -> IntStream.range(0, ROUNDS).mapToObj(round -> contact.writesThree()))
                .toList();
        runs(scenario("burst").exec(writesTheirPart()).injectOpen(arriving()));
    }

    /** Three virtual users are one contact: a virtual user has one request under way at a time. */
    private ChainBuilder writesTheirPart() {
        return exec(session -> session.set("arrival", arrived.getAndIncrement()))
                .exec(pause(session -> Duration.ofMillis(part(session) * APART_MILLIS)))
                .exec(repeat(ROUNDS, "round")
                        .on(pace(ROUND)
                                .exec(session -> session.set(MESSAGE, message(session, session.getInt("round"))))
                                .exec(isSent("message"))));
    }

    private Message message(Session session, int round) {
        return bursts.get(session.getInt("arrival") / PARTS * ROUNDS + round)[part(session)];
    }

    private static int part(Session session) {
        return session.getInt("arrival") % PARTS;
    }
}
