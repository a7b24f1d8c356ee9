package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.testing.ConfFolder;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.ModelAnswer;
import io.turngate.testing.ModelServer;
import io.turngate.testing.ModelWire;
import io.turngate.testing.RedisServer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A whole gateway whose provider hangs for a while, and a fallback at another provider. */
@Execution(ExecutionMode.CONCURRENT)
class ModelOutageIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** The breaker tries again after 15 s. */
    private static final Duration BACK_LIMIT = Duration.ofSeconds(40);

    private static final int OPENS_AFTER = 5;
    private static final Vertx VERTX = Vertx.vertx();
    private static final ModelServer first = Blocking.await(ModelServer.start(VERTX), LIMIT);
    private static final ModelServer second = Blocking.await(ModelServer.start(VERTX), LIMIT);

    @RegisterExtension
    @Order(1)
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    @Order(2)
    final RunningGateway gateway = new RunningGateway(redis, ModelOutageIT::write);

    private final AtomicInteger contacts = new AtomicInteger();

    @AfterAll
    static void stopModels() {
        Blocking.await(VERTX.close(), LIMIT);
    }

    private static void write(ConfFolder conf) {
        conf.redis("commandTimeoutMillis", 5_000);
        JsonObject runner = first.runner(ModelWire.OPENAI, conf);
        conf.model("school", runner.put("fallback", second.runner(ModelWire.ANTHROPIC, conf)));
    }

    @Test
    void whileAProviderHangsItIsNotAskedAndTheFallbackAnswersAtOnceUntilItIsBack() {
        second.answering(ModelAnswer.reply("From the second."));
        first.answering(ModelAnswer.reply("From the first."));
        assertThat(replyOf(gateway.postAsync(SteadyLoad.body("31", "hello")))).isEqualTo("From the first.");
        first.forget();
        first.answering(ModelAnswer.silent());
        List<CompletableFuture<HttpResponse<String>>> failing = IntStream.rangeClosed(1, OPENS_AFTER)
                .mapToObj(contact -> gateway.postAsync(SteadyLoad.body(Integer.toString(contact), "hello")))
                .toList();
        assertThat(failing).allSatisfy(response -> assertThat(replyOf(response)).isEqualTo("From the second."));
        assertThat(keptAway()).isEqualTo("1.0");
        assertThat(first.requests()).hasSize(OPENS_AFTER);

        int connections = first.connectionsOpened();
        List<CompletableFuture<HttpResponse<String>>> spared = IntStream.rangeClosed(11, 20)
                .mapToObj(contact -> gateway.postAsync(SteadyLoad.body(Integer.toString(contact), "hello")))
                .toList();
        assertThat(spared).allSatisfy(response -> assertThat(replyOf(response)).isEqualTo("From the second."));
        // Nobody waits for what is not asked: no clock is needed to say that these were answered at once.
        assertThat(first.requests()).hasSize(OPENS_AFTER);
        assertThat(first.connectionsOpened()).isEqualTo(connections);
        assertThat(runnerOf("11")).isEqualTo("anthropic/" + ModelServer.MODEL);

        first.answering(ModelAnswer.reply("From the first."));
        await().atMost(BACK_LIMIT)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> replyOf(gateway.postAsync(SteadyLoad.body(nextContact(), "hello")))
                        .equals("From the first."));
        await().atMost(LIMIT).until(() -> keptAway().equals("0.0"));
        assertThat(replyOf(gateway.postAsync(SteadyLoad.body("22", "hello")))).isEqualTo("From the first.");
        assertThat(runnerOf("22")).isEqualTo("openai/" + ModelServer.MODEL);
    }

    private String nextContact() {
        return Integer.toString(100 + contacts.incrementAndGet());
    }

    private static String replyOf(CompletableFuture<HttpResponse<String>> response) {
        return RunningGateway.json(response.join()).getString("reply");
    }

    private static String runnerOf(String contact) {
        return KeptTurns.agents(redis, contact).get(0).getString("runner");
    }

    private String keptAway() {
        return gateway.send(gateway.management("/metrics"))
                .body()
                .lines()
                .filter(line -> line.startsWith("turngate_model_kept_away{") && line.contains("\"openai\""))
                .map(line -> line.substring(line.lastIndexOf(' ') + 1))
                .findFirst()
                .orElse("");
    }
}
