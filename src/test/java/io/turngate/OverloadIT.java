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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** More messages than a gateway takes: those over it are handed over at once, those inside are answered as ever. */
class OverloadIT {

    private static final int ROOM = 5;
    private static final int ROUNDS = 3;
    private static final int MESSAGES = 105;
    private static final Pattern WITHIN_50_MILLIS =
            Pattern.compile("turngate_message_seconds_bucket\\{tenant=\"school\",le=\"0\\.050\\d*\"} (\\d+)");

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final RunningGateway gateway =
            new RunningGateway(redis, conf -> conf.gateway("maxInFlight", ROOM).answers("school", 3_000));

    /** Time is taken by the gateway itself; where the machine stood still meanwhile, one round may be too slow, three are not. */
    @Test
    void whatIsOverIsHandedOverWithin50MillisecondsAndTheRestIsAnswered() {
        int shed = 0;
        for (int round = 1; round <= ROUNDS && shed < MESSAGES - ROOM; round++) {
            int before = within50Millis();
            assertRight(answers(round));
            shed = within50Millis() - before;
            assertThat(metrics())
                    .contains("turngate_messages_shed_total{cause=\"in_flight\",tenant=\"school\"} "
                            + round * (MESSAGES - ROOM));
        }
        assertThat(shed).isEqualTo(MESSAGES - ROOM);
    }

    private List<JsonObject> answers(int round) {
        List<CompletableFuture<HttpResponse<String>>> sent = IntStream.range(0, MESSAGES)
                .mapToObj(i ->
                        gateway.postAsync("{\"subscriber_id\":\"" + (1_000 * round + i) + "\",\"text\":\"hello\"}"))
                .toList();
        return sent.stream()
                .map(CompletableFuture::join)
                .map(RunningGateway::json)
                .toList();
    }

    private static void assertRight(List<JsonObject> answers) {
        assertThat(answers.stream().filter(answer -> "overload".equals(answer.getString("reason"))))
                .hasSize(MESSAGES - ROOM)
                .allSatisfy(answer -> {
                    assertThat(answer.getBoolean("escalated")).isTrue();
                    assertThat(answer.getInteger("turn")).isZero();
                    assertThat(answer.getString("reply")).isNotEmpty();
                });
        assertThat(answers.stream().filter(answer -> "answered".equals(answer.getString("outcome"))))
                .hasSize(ROOM);
    }

    private int within50Millis() {
        Matcher quick = WITHIN_50_MILLIS.matcher(metrics());
        return quick.find() ? Integer.parseInt(quick.group(1)) : 0;
    }

    private String metrics() {
        return gateway.send(gateway.management("/metrics")).body();
    }
}
