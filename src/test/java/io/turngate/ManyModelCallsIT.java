package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.turngate.ops.LoopLag;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.ModelAnswer;
import io.turngate.testing.ModelRequest;
import io.turngate.testing.ModelServer;
import io.turngate.testing.ModelWire;
import io.turngate.testing.RedisServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program, with a heap of 256 MB, while a thousand contacts wait for a model that thinks for five seconds. */
class ManyModelCallsIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int CALLS = 1_000;
    /** So many at a time until it has loaded its classes. */
    private static final int WARM = 50;

    /** Between two messages: all of them are there before the first has its answer. */
    private static final long PAUSE_MILLIS = 3;

    private static final long FIVE_SECONDS = 5_000;
    private static final int MOST_THREADS = 40;
    private static final double HEAP_BYTES = 256 * 1024 * 1024;
    /** The share of the moments of all loops that take messages. A few may be later: processors do other things too. */
    private static final double IN_TIME = 0.99;
    /**
     * A machine that does much else at this moment neither gets a thousand requests through in five seconds nor lets a
     * loop run when it wants to, which is no doing of the loop's: another round may find it at rest. A loop that is held
     * up by its own work is so in each round.
     */
    private static final int ROUNDS = 3;

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @TempDir
    Path temporary;

    private final Vertx vertx = Vertx.vertx();
    private final ModelServer server = Blocking.await(ModelServer.start(vertx), LIMIT);
    private final IdleLoop idle = new IdleLoop();
    private final HttpClient client = vertx.createHttpClient(new PoolOptions().setHttp1MaxSize(CALLS));

    @AfterEach
    void stopModel() {
        idle.close();
        Blocking.await(vertx.close(), LIMIT);
    }

    @Test
    void aThousandCallsOfFiveSecondsCostMemoryNotThreadsAndHoldUpNoLoop() {
        ConfFolder conf = new ConfFolder(temporary, redis.uri()).gateway("replyDeadlineMillis", 9_000);
        // Redis is not what is tried here.
        conf.redis("commandTimeoutMillis", 5_000).model("school", free(server.runner(ModelWire.OPENAI, conf)));
        try (GatewayProcess gateway = GatewayProcess.start(conf)) {
            warm(gateway);
            server.answering(asked -> echoed(asked).slow(FIVE_SECONDS));
            Round round = round(gateway, "round 1, contact ");
            for (int number = 2; number <= ROUNDS && !round.isAtRest(); number++) {
                round = round(gateway, "round " + number + ", contact ");
            }
            assertThat(round.right()).isEqualTo(CALLS);
            assertThat(round.during().inFlight()).isEqualTo(CALLS);
            assertThat(round.during().heapBytes()).isPositive().isLessThan(HEAP_BYTES);
            assertThat(round.after().heapMaxBytes()).isPositive().isLessThanOrEqualTo(HEAP_BYTES);
            assertThat(round.after().threadsPeak()).isPositive().isLessThan(MOST_THREADS);
            assumeThat(round.idleShareInTime())
                    .as("a loop without work on this machine")
                    .isGreaterThan(IN_TIME);
            assertThat(round.shareInTime()).isGreaterThan(IN_TIME);
        }
    }

    /** The day's budget is for another test. */
    private static JsonObject free(JsonObject runner) {
        return runner.put("price", new JsonObject().put("inputPerMillion", 0).put("outputPerMillion", 0));
    }

    private void warm(GatewayProcess gateway) {
        server.answering(ManyModelCallsIT::echoed);
        for (int from = 0; from < CALLS; from += WARM) {
            Blocking.await(Future.join(sayTo(gateway, "warm ", from, from + WARM)), LIMIT);
        }
    }

    private Round round(GatewayProcess gateway, String text) {
        Sample before = Sample.of(gateway);
        idle.begin();
        List<Future<String>> answers = sayTo(gateway, text, 0, CALLS);
        Future<?> all = Future.join(answers);
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> server.inFlight() == CALLS || all.isComplete());
        Sample during = Sample.of(gateway);
        Blocking.await(all, LIMIT);
        long right = IntStream.range(0, CALLS)
                .filter(contact ->
                        ("Re: " + text + contact).equals(answers.get(contact).result()))
                .count();
        return new Round(before, during, Sample.of(gateway), right, idle.shareInTime());
    }

    /**
     * A thousand messages at a time.
     *
     * @param right contacts who were given the reply to their own message
     * @param idleShareInTime what {@link #shareInTime} is for a loop that has nothing to do
     */
    private record Round(Sample before, Sample during, Sample after, long right, double idleShareInTime) {

        /** Whether the machine let it be what it is to be. */
        boolean isAtRest() {
            return during.inFlight() == CALLS && right == CALLS && shareInTime() > IN_TIME;
        }

        /** The share of moments at which a loop was at most 50 ms late. */
        double shareInTime() {
            return (after.inTime() - before.inTime()) / (after.looks() - before.looks());
        }
    }

    /** A loop of this machine without any work. */
    private static final class IdleLoop {

        private static final long LATE_NANOS = Duration.ofMillis(50).toNanos();

        private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
        private final AtomicLong looks = new AtomicLong();
        private final AtomicLong late = new AtomicLong();

        IdleLoop() {
            vertx.runOnContext(go -> LoopLag.watch(vertx, this::look));
        }

        private void look(long nanos) {
            looks.incrementAndGet();
            if (nanos > LATE_NANOS) {
                late.incrementAndGet();
            }
        }

        void begin() {
            looks.set(0);
            late.set(0);
        }

        double shareInTime() {
            return 1 - late.doubleValue() / looks.doubleValue();
        }

        void close() {
            Blocking.await(vertx.close(), LIMIT);
        }
    }

    /** The replies to contacts, each with a message of their own; so many a second as a machine takes. */
    private List<Future<String>> sayTo(GatewayProcess gateway, String text, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(contact -> vertx.timer(1 + PAUSE_MILLIS * (contact - from))
                        .compose(sent -> client.request(
                                HttpMethod.POST, gateway.port(), "127.0.0.1", "/v1/school/messages?format=fields"))
                        .compose(request -> request.putHeader("Content-Type", "application/json")
                                .putHeader("Authorization", "Bearer " + ConfFolder.SECRET)
                                .send(SteadyLoad.body(Integer.toString(contact), text + contact)))
                        .compose(HttpClientResponse::body)
                        .map(body -> body.toJsonObject().getString("reply")))
                .toList();
    }

    private static ModelAnswer echoed(ModelRequest asked) {
        String newest = asked.contents().get(asked.contents().size() - 1);
        int begin = newest.lastIndexOf("<<<message\n") + "<<<message\n".length();
        return ModelAnswer.reply("Re: " + newest.substring(begin, newest.lastIndexOf("\nmessage>>>")));
    }

    /**
     * What the metrics of the gateway say.
     *
     * @param looks moments at which its loops were looked at since its start
     * @param inTime of these, at most 50 ms late
     */
    private record Sample(
            double inFlight, double threadsPeak, double heapBytes, double heapMaxBytes, double looks, double inTime) {

        static Sample of(GatewayProcess gateway) {
            List<String> lines = gateway.management("/metrics").body().lines().toList();
            return new Sample(
                    sum(lines, line -> line.startsWith("turngate_messages_in_flight ")),
                    sum(lines, line -> line.startsWith("jvm_threads_peak_threads ")),
                    sum(lines, line -> line.startsWith("jvm_memory_used_bytes{area=\"heap\"")),
                    sum(lines, line -> line.startsWith("jvm_memory_max_bytes{area=\"heap\"")),
                    sum(lines, line -> line.startsWith("turngate_event_loop_lag_seconds_count ")),
                    sum(lines, line -> line.startsWith("turngate_event_loop_lag_seconds_bucket{le=\"0.05\"")));
        }

        private static double sum(List<String> lines, Predicate<String> wanted) {
            return lines.stream()
                    .filter(wanted)
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }
}
