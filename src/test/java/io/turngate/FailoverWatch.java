package io.turngate;

import static io.turngate.RunningGateway.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.turngate.SteadyLoad.Answered;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.TestRedis;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Steady messages over HTTP while something is done to Redis, and what must be true of them afterwards. */
final class FailoverWatch implements AutoCloseable {

    static final JsonObject ROOMY = new JsonObject()
            .put("maxTurnsPerConversation", 1_000)
            .put("rateLimit", new JsonObject().put("turnsPerSubscriberPerHour", 600));

    /** Twice the usual: the first messages meet a JVM that is cold. */
    static final int PATIENT_MILLIS = 2_000;

    static final int CONTACTS = 40;
    private static final int PER_SECOND = 50;
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(9);

    private final RunningGateway gateway;
    private final TestRedis redis;
    private final SteadyLoad load;

    FailoverWatch(RunningGateway gateway, TestRedis redis) {
        level(Level.ERROR);
        this.gateway = gateway;
        this.redis = redis;
        this.load = new SteadyLoad(PER_SECOND, CONTACTS, gateway.port());
        load.awaitMore(2 * CONTACTS);
        awaitReadiness("up");
        awaitAnswersTo(contacts(), System.nanoTime(), Duration.ofSeconds(15));
    }

    static String contact(int number) {
        return Integer.toString(100_000 + number);
    }

    static List<String> contacts() {
        return IntStream.range(0, CONTACTS).mapToObj(FailoverWatch::contact).toList();
    }

    /** Waits until every contact of these has been answered after the moment. */
    long awaitAnswersTo(Collection<String> contacts, long afterNanos, Duration within) {
        await().atMost(within).pollInterval(Duration.ofMillis(50)).until(() -> {
            Set<String> answered = new HashSet<>();
            answers(answer -> answer.sentNanos() > afterNanos && answer.isAnswered())
                    .forEach(answer -> answered.add(answer.contact()));
            return answered.containsAll(contacts);
        });
        return System.nanoTime();
    }

    /** Waits until so many messages more of one contact have come back, well or not. */
    void awaitMoreOf(String contact, int messages) {
        int wanted = answers(answer -> answer.contact().equals(contact)).size() + messages;
        await().atMost(Duration.ofSeconds(15))
                .until(() -> answers(answer -> answer.contact().equals(contact)).size() >= wanted);
    }

    void awaitMore(int messages) {
        load.awaitMore(messages);
    }

    void awaitReadiness(String redisState) {
        await().atMost(Duration.ofSeconds(15))
                .until(() -> redisState.equals(
                        json(gateway.send(gateway.management("/health/ready"))).getString("redis")));
    }

    /** A second more, then the end. */
    void stop() {
        load.awaitMore(PER_SECOND);
        load.stop();
    }

    List<Answered> answers(Predicate<Answered> which) {
        return load.answers().stream().filter(which).toList();
    }

    /** Everyone got an answer of HTTP in time, words that are right for it, and no message was recorded twice. */
    void everyoneWasToldSomethingAndNothingCountsTwice() {
        assertThat(load.failures()).isEmpty();
        assertThat(load.answers()).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.nanos()).isLessThan(LONGEST_ANSWER.toNanos());
            if (!answer.isAnswered()) {
                assertThat(answer.reason()).isEqualTo("state_unavailable");
            }
        });
        for (String contact : contacts()) {
            List<String> kept = texts(contact);
            assertThat(kept).doesNotHaveDuplicates();
            assertThat(redis.call("HGET", "tg:{school:" + contact + "}:cap", "count"))
                    .isEqualTo(Integer.toString(kept.size()));
        }
    }

    /** Messages that were answered and are not kept. */
    List<Answered> lost() {
        List<Answered> lost = new ArrayList<>();
        for (String contact : contacts()) {
            Set<String> kept = new HashSet<>(texts(contact));
            lost.addAll(answers(answer ->
                    answer.contact().equals(contact) && answer.isAnswered() && !kept.contains(answer.text())));
        }
        return lost;
    }

    double counter(String metric) {
        return gateway.send(gateway.management("/metrics"))
                .body()
                .lines()
                .filter(line -> line.startsWith(metric + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(metric.length() + 1)))
                .sum();
    }

    @Override
    public void close() {
        level(null);
        load.close();
    }

    private List<String> texts(String contact) {
        return KeptTurns.contacts(redis, contact).stream()
                .map(turn -> turn.getString("text"))
                .toList();
    }

    /** Else a line for each message that is handed over. */
    private static void level(@Nullable Level level) {
        ((Logger) LoggerFactory.getLogger("io.turngate.http.MessagesHandler")).setLevel(level);
    }
}
