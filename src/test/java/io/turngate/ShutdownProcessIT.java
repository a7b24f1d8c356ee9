package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.turngate.testing.ConfFolder;
import io.turngate.testing.RedisServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program and SIGTERM. */
class ShutdownProcessIT {

    private static final int MESSAGES = 20;
    private static final int ENDED_BY_TERM = 143;
    private static final int DRAIN_SECONDS = 4;

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @TempDir
    Path temporary;

    private ConfFolder conf;

    @BeforeEach
    void writeConf() {
        conf = new ConfFolder(temporary, redis.uri()).gateway("drainSeconds", DRAIN_SECONDS);
    }

    @Test
    void messagesInFlightGetTheirAnswersAndNewConnectionsAreRefused() {
        conf.answers("school", 3_500);
        try (GatewayProcess gateway = GatewayProcess.start(conf)) {
            List<CompletableFuture<HttpResponse<String>>> inFlight = fill(gateway);
            long asked = System.nanoTime();
            gateway.signal("TERM");

            await().atMost(Duration.ofMillis(2_000))
                    .untilAsserted(() ->
                            assertThatThrownBy(() -> connect(gateway.port())).isInstanceOf(ConnectException.class));
            HttpResponse<String> readiness = gateway.management("/health/ready");
            assertThat(readiness.statusCode()).isEqualTo(503);
            assertThat(new JsonObject(readiness.body()).getString("gateway")).isEqualTo("draining");
            assertThat(inFlight).as("still being answered").noneMatch(CompletableFuture::isDone);

            assertThat(inFlight).allSatisfy(ShutdownProcessIT::isAnswered);
            assertThat(gateway.awaitExit()).isEqualTo(ENDED_BY_TERM);
            assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(DRAIN_SECONDS));
            assertThat(gateway.logged("did not close cleanly")).isEmpty();
            assertThat(gateway.logged("message tenant=school").stream()
                            .map(line -> line.replaceAll(".*\\[(.*?)].*", "$1"))
                            .distinct())
                    .as("the event loops that drained")
                    .hasSize(Runtime.getRuntime().availableProcessors());
        }
        assertThat(IntStream.range(0, MESSAGES).mapToObj(ShutdownProcessIT::turnsOf))
                .as("both turns of every contact are kept")
                .containsOnly(2L);
    }

    @Test
    void whatTakesLongerThanTheDrainDoesNotKeepTheProcess() {
        conf.answers("school", 7_000);
        try (GatewayProcess gateway = GatewayProcess.start(conf)) {
            List<CompletableFuture<HttpResponse<String>>> inFlight = fill(gateway);
            long asked = System.nanoTime();
            assertThat(gateway.stop()).isEqualTo(ENDED_BY_TERM);
            assertThat(Duration.ofNanos(System.nanoTime() - asked))
                    .isBetween(Duration.ofSeconds(DRAIN_SECONDS), Duration.ofSeconds(DRAIN_SECONDS + 2));
            assertThat(inFlight).allMatch(CompletableFuture::isCompletedExceptionally);
        }
    }

    /** Messages of as many contacts, each on a connection of its own, that the gateway has all taken in. */
    private static List<CompletableFuture<HttpResponse<String>>> fill(GatewayProcess gateway) {
        List<CompletableFuture<HttpResponse<String>>> inFlight = IntStream.range(0, MESSAGES)
                .mapToObj(i -> gateway.post(contact(i), "hello"))
                .toList();
        await().atMost(Duration.ofSeconds(5))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> gateway.management("/metrics")
                        .body()
                        .contains("turngate_messages_in_flight " + MESSAGES + ".0"));
        await().atMost(Duration.ofSeconds(2))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> IntStream.range(0, MESSAGES).allMatch(i -> turnsOf(i) == 1));
        return inFlight;
    }

    private static void isAnswered(CompletableFuture<HttpResponse<String>> message) {
        HttpResponse<String> response = message.join();
        assertThat(response.statusCode()).isEqualTo(200);
        JsonObject fields = new JsonObject(response.body());
        assertThat(fields.getString("outcome")).isEqualTo("answered");
        assertThat(fields.getString("reply")).isEqualTo("The answer.");
    }

    private static void connect(int port) throws IOException {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
    }

    private static String contact(int number) {
        return Integer.toString(500 + number);
    }

    private static long turnsOf(int number) {
        return (Long) Objects.requireNonNull(redis.call("ZCARD", "tg:{school:" + contact(number) + "}:turns"));
    }
}
