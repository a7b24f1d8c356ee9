package io.turngate;

import static io.turngate.RunningGateway.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.testing.TestRedis;
import io.turngate.testing.TestRules;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import picocli.CommandLine;

/** A whole gateway and the commands of operators on a Redis, however that is set up. */
abstract class MessagePathContract {

    private static final int CONTACTS = 60;
    /** This is not about how fast a machine is that is busy with something else. */
    private static final int PATIENT_MILLIS = 4_000;

    private static final String API_KEY = "1:" + "0".repeat(32);

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(redis(), conf -> conf.redisTimeout(PATIENT_MILLIS));

    abstract TestRedis redis();

    @Test
    void readinessSaysThatRedisIsThere() {
        HttpResponse<String> ready = gateway.send(gateway.management("/health/ready"));
        assertThat(json(ready).getString("redis")).isEqualTo("up");
        assertThat(gateway.send(gateway.management("/metrics")).body()).contains("turngate_redis_up 1.0");
    }

    @Test
    void aContactHasAHistoryAndACapUntilAnOperatorResetsIt() {
        for (int turn = 1; turn <= 25; turn++) {
            assertThat(say("4711", "message " + turn).getInteger("turn")).isEqualTo(turn);
        }
        JsonObject over = say("4711", "one more");
        assertThat(over.getString("reason")).isEqualTo("turn_cap");
        assertThat(over.getString("reply")).isEqualTo(TestRules.ESCALATION);
        assertThat(over.getInteger("history")).isZero();

        JsonObject seen = new JsonObject(run("inspect", "school", "4711", "--json"));
        assertThat(seen.getInteger("count")).isEqualTo(26);
        assertThat(seen.getJsonArray("history")).hasSize(10);
        run("reset", "school", "4711");

        JsonObject next = say("4711", "hello");
        assertThat(next.getInteger("turn")).isEqualTo(1);
        assertThat(next.getInteger("history")).isEqualTo(10);
    }

    @Test
    void contactsOfAllSlotsAreAnsweredAtOnceAndNobodyTwice() {
        List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 3 * CONTACTS)
                .mapToObj(i -> gateway.postAsync(SteadyLoad.body("c" + i % CONTACTS, "message " + i)))
                .toList();
        assertThat(answers.stream().map(CompletableFuture::join))
                .allSatisfy(
                        answer -> assertThat(json(answer).getString("outcome")).isIn("answered", "silent"));
        for (int i = 0; i < CONTACTS; i++) {
            assertThat(redis().call("HGET", "tg:{school:c" + i + "}:cap", "count"))
                    .isEqualTo("3");
        }
    }

    @Test
    void operatorsFindWhatLiesWithEveryServer() {
        gateway.conf().tenantWithKey("academy", API_KEY, "http://127.0.0.1:1");
        for (int i = 0; i < CONTACTS; i++) {
            redis().call("RPUSH", "tg:{academy:c" + i + "}:pending", "{}");
            redis().call("ZADD", "tg:{academy:c" + i + "}:turns", "9000000000000", "{}");
            redis().call("HSET", "tg:{academy:c" + i + "}:contact", "conversation", "x");
        }
        assertThat(run("outbox", "academy", "rebuild")).contains(Integer.toString(CONTACTS));
        assertThat(redis().call("ZCARD", "tg:{academy}:outbox")).isEqualTo((long) CONTACTS);
        assertThat(run("tokens", "backfill", "academy", "--check")).contains(CONTACTS + " without a token");
    }

    private JsonObject say(String contact, String text) {
        return json(gateway.post(SteadyLoad.body(contact, text)));
    }

    /** A command of an operator; what it wrote, errors too. */
    private String run(String... words) {
        StringWriter out = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
        line.execute(Stream.concat(
                        Stream.of(words),
                        Stream.of("--conf", gateway.conf().path().toString()))
                .toArray(String[]::new));
        return out.toString();
    }
}
