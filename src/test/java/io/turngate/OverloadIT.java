package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.testing.RedisServer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** More messages than a gateway takes: those over it are handed over at once, those inside are answered as ever. */
class OverloadIT {

    private static final int ROOM = 5;
    private static final int MESSAGES = 105;
    private static final Pattern WITHIN_50_MILLIS =
            Pattern.compile("turngate_message_seconds_bucket\\{tenant=\"school\",le=\"0\\.050\\d*\"} (\\d+)");

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final RunningGateway gateway =
            new RunningGateway(redis, conf -> conf.gateway("maxInFlight", ROOM).answers("school", 3_000));

    /** Time is taken by the gateway itself; on a machine that stood still meanwhile, one attempt of two may be too slow. */
    @RepeatedTest(value = 2, failureThreshold = 2)
    void whatIsOverIsHandedOverWithin50MillisecondsAndTheRestIsAnswered() {
        List<CompletableFuture<HttpResponse<String>>> sent = IntStream.range(0, MESSAGES)
                .mapToObj(i -> gateway.postAsync("{\"subscriber_id\":\"" + (1_000 + i) + "\",\"text\":\"hello\"}"))
                .toList();
        List<JsonObject> answers = sent.stream()
                .map(CompletableFuture::join)
                .map(RunningGateway::json)
                .toList();

        assertThat(answers.stream().filter(answer -> "overload".equals(answer.getString("reason"))))
                .hasSize(MESSAGES - ROOM)
                .allSatisfy(answer -> {
                    assertThat(answer.getBoolean("escalated")).isTrue();
                    assertThat(answer.getInteger("turn")).isZero();
                    assertThat(answer.getString("reply")).isNotEmpty();
                });
        assertThat(answers.stream().filter(answer -> "answered".equals(answer.getString("outcome"))))
                .hasSize(ROOM);
        String metrics = gateway.send(gateway.management("/metrics")).body();
        assertThat(metrics)
                .contains("turngate_messages_shed_total{cause=\"in_flight\",tenant=\"school\"} " + (MESSAGES - ROOM));
        Matcher quick = WITHIN_50_MILLIS.matcher(metrics);
        assertThat(quick.find()).as(metrics).isTrue();
        assertThat(Integer.parseInt(quick.group(1))).isEqualTo(MESSAGES - ROOM);
    }
}
