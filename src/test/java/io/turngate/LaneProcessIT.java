package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.testing.ConfFolder;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.vertx.core.json.JsonObject;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Several gateway processes serve the same contacts; one of them dies, sleeps or is stopped. */
class LaneProcessIT {

    private static final int REPLY_DEADLINE_MILLIS = 2_000;
    private static final int MODEL_ABORT_MILLIS = 2_001;
    private static final Duration LEASE = Duration.ofMillis(REPLY_DEADLINE_MILLIS + MODEL_ABORT_MILLIS);
    private static final Duration HEALED = LEASE.plusSeconds(2);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @TempDir
    Path temporary;

    private ConfFolder conf;

    @BeforeEach
    void writeConf() {
        conf = new ConfFolder(temporary, redis.uri());
    }

    @Test
    void twentyMessagesOfOneContactThroughTwoProcessesAreOneConversation() {
        conf.answers("school", 150);
        try (GatewayProcess left = GatewayProcess.start(conf);
                GatewayProcess right = GatewayProcess.start(conf)) {
            List<JsonObject> answers = IntStream.rangeClosed(1, 20)
                    .mapToObj(i -> (i % 2 == 0 ? left : right).post("7", "message " + i))
                    .toList()
                    .stream()
                    .map(response -> new JsonObject(response.join().body()))
                    .toList();

            assertThat(answers.stream().map(answer -> answer.getInteger("turn")))
                    .containsExactlyInAnyOrderElementsOf(oneTo(20));
            assertThat(answers)
                    .extracting(answer -> answer.getString("outcome"))
                    .containsOnly("answered", "silent");
            assertThat(KeptTurns.contacts(redis, "7")).hasSize(20);
            assertThat(KeptTurns.agents(redis, "7")).hasSize((int) answers.stream()
                    .filter(answer -> answer.getString("outcome").equals("answered"))
                    .count());
            assertThatRunsFollowEachOther();
        }
    }

    /** Each reply stands behind the texts that it answers and before those of the next run, and saw what stood before. */
    private static void assertThatRunsFollowEachOther() {
        List<JsonObject> turns = KeptTurns.of(redis, "7");
        int runStart = 0;
        for (int i = 0; i < turns.size(); i++) {
            JsonObject turn = turns.get(i);
            if (turn.getString("role").equals("agent")) {
                assertThat(turn.getString("to")).isEqualTo(turns.get(i - 1).getString("id"));
                assertThat(turn.getInteger("history")).isEqualTo(Math.min(10, runStart));
                runStart = i + 1;
            }
        }
        assertThat(runStart).isEqualTo(turns.size());
    }

    @Test
    void anotherContactIsAnsweredWhileOneContactsMessagesWait() {
        conf.answers("school", 700);
        try (GatewayProcess gateway = GatewayProcess.start(conf)) {
            List<CompletableFuture<HttpResponse<String>>> busy = IntStream.range(0, 3)
                    .mapToObj(i -> gateway.post("7", "message " + i))
                    .toList();
            CompletableFuture<HttpResponse<String>> other = gateway.post("8", "hello");
            assertThat(new JsonObject(other.join().body()).getString("outcome")).isEqualTo("answered");
            assertThat(busy).anyMatch(message -> !message.isDone());
            busy.forEach(CompletableFuture::join);
        }
    }

    @Test
    void whatAKilledGatewayHadInFlightIsHandedOverByAnotherOnceAndNobodyIsStuck() {
        shortLease();
        try (GatewayProcess dying = GatewayProcess.start(conf);
                GatewayProcess living = GatewayProcess.start(conf)) {
            fill(dying);
            dying.signal("KILL");
            dying.awaitExit();
            CompletableFuture<HttpResponse<String>> again = living.post("c9", "in flight");

            assertThatAllWasHandedOverOnce();
            assertThat(new JsonObject(again.join().body()).getString("outcome")).isEqualTo("duplicate");
            JsonObject next = living.say("c1", "hello again");
            assertThat(next.getString("outcome")).isEqualTo("answered");
            assertThat(next.getInteger("turn")).isEqualTo(2);
        }
    }

    @Test
    void aGatewayThatSleptThroughItsLeaseIsRefusedWhenItWakes() {
        shortLease();
        try (GatewayProcess sleeping = GatewayProcess.start(conf);
                GatewayProcess living = GatewayProcess.start(conf)) {
            List<CompletableFuture<HttpResponse<String>>> inFlight = fill(sleeping);
            sleeping.signal("STOP");
            try {
                assertThatAllWasHandedOverOnce();
            } finally {
                sleeping.signal("CONT");
            }
            inFlight.forEach(message -> assertThat(message.join().statusCode()).isEqualTo(200));
            assertThatAllWasHandedOverOnce();
            assertThat(living.say("c1", "hello again").getInteger("turn")).isEqualTo(2);
            assertThat(sleeping.say("c2", "hello again").getInteger("turn")).isEqualTo(2);
        }
    }

    private void shortLease() {
        conf.gateway("replyDeadlineMillis", REPLY_DEADLINE_MILLIS);
        conf.gateway("modelAbortMillis", MODEL_ABORT_MILLIS);
        conf.answers("school", 1_800);
    }

    /** Ten contacts in flight, five more messages of one of them waiting. */
    private static List<CompletableFuture<HttpResponse<String>>> fill(GatewayProcess gateway) {
        List<CompletableFuture<HttpResponse<String>>> inFlight = new ArrayList<>();
        IntStream.range(0, 10).forEach(i -> inFlight.add(gateway.post("c" + i, "in flight")));
        await().pollInterval(Duration.ofMillis(20))
                .until(() -> Long.valueOf(10).equals(redis.call("ZCARD", "tg:lanes")));
        IntStream.range(0, 5).forEach(i -> inFlight.add(gateway.post("c0", "waiting " + i)));
        await().pollInterval(Duration.ofMillis(20))
                .until(() -> Long.valueOf(8).equals(redis.call("HLEN", "tg:{school:c0}:lane")));
        return inFlight;
    }

    private static void assertThatAllWasHandedOverOnce() {
        await().atMost(HEALED)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> RedisScan.keys(redis).stream().noneMatch(key -> key.endsWith(":lane")));
        for (int i = 0; i < 10; i++) {
            List<JsonObject> agents = KeptTurns.agents(redis, "c" + i);
            Map<String, Long> answersOfATurn =
                    agents.stream().collect(Collectors.groupingBy(turn -> turn.getString("to"), Collectors.counting()));
            assertThat(answersOfATurn.values()).containsOnly(1L);
            assertThat(agents).hasSize(i == 0 ? 6 : 1);
            assertThat(KeptTurns.contacts(redis, "c" + i).stream().map(turn -> turn.getInteger("count")))
                    .containsExactlyElementsOf(oneTo(i == 0 ? 6 : 1));
        }
    }

    @Test
    void aGatewayThatIsStoppedUnderFiftyMessagesFailsNoneOfAClientThatRetries() {
        conf.answers("school", 2_000);
        try (GatewayProcess stopping = GatewayProcess.start(conf);
                GatewayProcess staying = GatewayProcess.start(conf)) {
            Function<Integer, CompletableFuture<HttpResponse<String>>> send = i -> stopping.post("s" + i, "hello")
                    .exceptionallyCompose(failure -> failure.getCause() instanceof ConnectException
                            ? staying.post("s" + i, "hello")
                            : CompletableFuture.failedFuture(failure));
            List<CompletableFuture<HttpResponse<String>>> all =
                    IntStream.range(0, 50).boxed().map(send).collect(Collectors.toCollection(ArrayList::new));
            await().until(() -> stopping.management("/metrics").body().contains("turngate_messages_in_flight 50.0"));
            stopping.signal("TERM");
            IntStream.range(50, 100).boxed().map(send).forEach(all::add);

            assertThat(all).allSatisfy(message -> {
                assertThat(message.join().statusCode()).isEqualTo(200);
                assertThat(new JsonObject(message.join().body()).getString("outcome"))
                        .isEqualTo("answered");
            });
            assertThat(stopping.awaitExit()).isEqualTo(143);
        }
    }

    private static List<Integer> oneTo(int last) {
        return IntStream.rangeClosed(1, last).boxed().toList();
    }
}
