package io.turngate;

import static io.turngate.RunningGateway.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.turngate.SteadyLoad.Answered;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/**
 * Redis goes and comes back under 200 messages a second. A hang lasts 20 s;
 * {@code -Dturngate.hangSeconds=6} is for the impatient.
 */
class OutageUnderLoadIT {

    private static final int PER_SECOND = 200;
    private static final int CONTACTS = 100;
    private static final Duration STOPPED = Duration.ofSeconds(3);
    private static final Duration HANGS = Duration.ofSeconds(Integer.getInteger("turngate.hangSeconds", 20));
    private static final Duration BACK_WITHIN = Duration.ofSeconds(5);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(4);
    private static final Duration ALIVE_WITHIN = Duration.ofMillis(500);

    /** Commands of a hung Redis are given up after this; what was sent just before the hang may still be answered. */
    private static final Duration IN_DOUBT = Duration.ofMillis(100);

    private static final JsonObject ROOMY = new JsonObject()
            .put("maxTurnsPerConversation", 1_000)
            .put("rateLimit", new JsonObject().put("turnsPerSubscriberPerHour", 600));

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(redis, conf -> conf.rules("school", ROOMY));

    /** Else a line for each of more than a thousand messages. */
    @BeforeAll
    static void logNoHandOvers() {
        ((Logger) LoggerFactory.getLogger("io.turngate.http.MessagesHandler")).setLevel(Level.ERROR);
    }

    @AfterAll
    static void logAsBefore() {
        ((Logger) LoggerFactory.getLogger("io.turngate.http.MessagesHandler")).setLevel(null);
    }

    @Test
    void aRedisThatStopsAndStartsUnderLoad() {
        outage(redis::stop, STOPPED, redis::start);
    }

    @Test
    void aRedisThatHangsUnderLoad() {
        outage(redis::suspend, HANGS, redis::resume);
    }

    private void outage(Runnable goes, Duration away, Runnable comesBack) {
        try (SteadyLoad load = new SteadyLoad(PER_SECOND, CONTACTS, gateway.port());
                LivenessProbe probe = new LivenessProbe(gateway)) {
            load.awaitMore(PER_SECOND);
            long gone = System.nanoTime();
            goes.run();
            long noLonger = System.nanoTime();
            saysThatRedisIsDown();
            await().atMost(away.plusSeconds(5))
                    .pollDelay(away.minusNanos(System.nanoTime() - noLonger))
                    .until(() -> true);
            long back = System.nanoTime();
            comesBack.run();
            await().atMost(BACK_WITHIN)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> load.answers().stream()
                            .anyMatch(answer -> answer.sentNanos() > back && answer.isAnswered()));
            await().atMost(BACK_WITHIN.minusNanos(System.nanoTime() - back)).until(() -> readiness("up"));
            long wellAgain = System.nanoTime();
            load.awaitMore(PER_SECOND);
            load.stop();

            everyoneWasToldSomething(load);
            assertThat(sent(
                            load,
                            answer -> answer.sentNanos() + answer.nanos() < gone || answer.sentNanos() > wellAgain))
                    .as("before and afterwards")
                    .hasSizeGreaterThan(PER_SECOND)
                    .filteredOn(answer -> !answer.isAnswered())
                    .isEmpty();
            assertThat(sent(
                            load,
                            answer -> answer.sentNanos() > noLonger + IN_DOUBT.toNanos()
                                    && answer.sentNanos() + answer.nanos() < back))
                    .as("meanwhile")
                    .hasSizeGreaterThan(PER_SECOND)
                    .filteredOn(Answered::isAnswered)
                    .isEmpty();
            whatWasAnsweredIsCounted(load, sent(load, answer -> answer.wasOpenAt(gone) || answer.wasOpenAt(noLonger)));
            assertThat(probe.slowest()).isLessThan(ALIVE_WITHIN);
        }
    }

    private void saysThatRedisIsDown() {
        await().atMost(Duration.ofSeconds(3)).until(() -> readiness("down"));
    }

    /** Whatever it says of Redis, the status is good. */
    private boolean readiness(String redisState) {
        HttpResponse<String> ready = gateway.send(gateway.management("/health/ready"));
        assertThat(ready.statusCode()).isEqualTo(200);
        return redisState.equals(json(ready).getString("redis"));
    }

    private static void everyoneWasToldSomething(SteadyLoad load) {
        assertThat(load.failures()).isEmpty();
        assertThat(load.answers()).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.nanos()).isLessThan(ANSWER_WITHIN.toNanos());
            if (!answer.isAnswered()) {
                assertThat(answer.outcome()).isEqualTo("escalated");
                assertThat(answer.reason()).isEqualTo("state_unavailable");
                assertThat(answer.fields().getString("reply")).isEqualTo(TestRules.ESCALATION);
            }
        });
    }

    /** A message that was open when Redis went may have been counted and could not be answered any more. */
    private static void whatWasAnsweredIsCounted(SteadyLoad load, List<Answered> inDoubt) {
        Map<String, Long> answered = perContact(sent(load, Answered::isAnswered));
        Map<String, Long> doubtful = perContact(
                inDoubt.stream().filter(answer -> !answer.isAnswered()).toList());
        assertThat(RedisScan.keys(redis)).hasSizeGreaterThan(CONTACTS);
        assertThat(answered)
                .hasSize(CONTACTS)
                .allSatisfy((contact, messages) -> assertThat(count(contact))
                        .as("contact %s", contact)
                        .isBetween(messages, messages + doubtful.getOrDefault(contact, 0L)));
    }

    private static long count(String contact) {
        return Long.parseLong(String.valueOf(redis.call("HGET", "tg:{school:" + contact + "}:cap", "count")));
    }

    private static Map<String, Long> perContact(List<Answered> answers) {
        return answers.stream().collect(Collectors.groupingBy(Answered::contact, Collectors.counting()));
    }

    private static List<Answered> sent(SteadyLoad load, Predicate<Answered> which) {
        return load.answers().stream().filter(which).toList();
    }
}
