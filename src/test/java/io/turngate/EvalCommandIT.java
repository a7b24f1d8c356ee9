package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.PackagedProgram.Finished;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged {@code turngate eval}: statuses, reports, and what is left in Redis. */
class EvalCommandIT {

    private static final String GOOD = evalCase("good", "{\"outcome\":\"answered\",\"contains\":[\"The answer.\"]}");
    private static final String BAD =
            evalCase("bad", "{\"outcome\":\"escalated\",\"not_contains\":[\"answer\"],\"max_ms\":60000}");

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @TempDir
    Path temporary;

    private ConfFolder conf;

    @BeforeEach
    void writeConf() {
        conf = new ConfFolder(temporary, redis.uri());
    }

    private static String evalCase(String name, String expect) {
        return "{\"name\":\"" + name + "\",\"turns\":[{\"role\":\"contact\",\"age\":\"2d\",\"text\":\"Hello\"},"
                + "{\"role\":\"agent\",\"age\":\"2d\",\"text\":\"Hi\"}],\"message\":\"Well?\",\"expect\":" + expect
                + "}";
    }

    private void cases(String... lines) {
        conf.write("tenants/school/evals/all.jsonl", String.join("\n", lines) + "\n");
    }

    private Finished eval(String... more) {
        return PackagedProgram.run(Map.of(), words(more));
    }

    private List<String> words(String... more) {
        List<String> words = new ArrayList<>(List.of("eval", "school", "--conf", temporary.toString()));
        words.addAll(List.of(more));
        return words;
    }

    /** A real contact with the id of an eval's, and what lies beside contacts. */
    private static List<String> keepReal() {
        redis.call("ZADD", "tg:{school:1}:turns", "5", "{\"id\":\"5-a\",\"role\":\"contact\",\"text\":\"mine\"}");
        redis.call("HSET", "tg:{school:1}:contact", "id", "0123456789abcdef", "token", "digest");
        redis.call("HSET", "tg:{school:1}:cap", "count", "25", "since", "1", "last", "5", "idle", "24");
        redis.call("RPUSH", "tg:{school:1}:pending", "{}");
        redis.call("ZADD", "tg:{school}:outbox", "5", "1");
        redis.call("ZADD", "tg:lanes", "5", "gateway school:1");
        return everything();
    }

    @Test
    void aRunIsReportedAndLeavesNothing() throws IOException {
        cases(
                GOOD,
                evalCase("for-models", "{\"outcome\":\"answered\"}")
                        .replace("\"expect\"", "\"providers\":[\"openai\"],\"expect\""));
        List<String> before = keepReal();
        Path json = temporary.resolve("report.json");
        Path junit = temporary.resolve("report.xml");
        Finished done = eval("--json", json.toString(), "--junit", junit.toString());

        assertThat(done.err()).isEmpty();
        assertThat(done.status()).isZero();
        assertThat(done.out())
                .anySatisfy(line -> assertThat(line).matches("ok    good \\(answered, \\d+ ms\\)"))
                .contains("      > The answer.", "skip  for-models: not meant for scripted")
                .anySatisfy(line ->
                        assertThat(line).matches("school on scripted: 1 passed, 0 failed, 1 skipped in \\d+\\.\\d s"))
                .noneSatisfy(line -> assertThat(line).contains("\u001b"));
        assertThat(new JsonObject(Files.readString(json)).getInteger("passed")).isEqualTo(1);
        assertThat(Files.readString(junit)).contains("<testsuite name=\"turngate.eval.school\" tests=\"2\"");
        assertThat(everything()).isEqualTo(before);
    }

    @Test
    void aFailureIsANoAndLeavesNothing() {
        cases(BAD, GOOD);
        Finished done = eval();

        assertThat(done.status()).isEqualTo(1);
        assertThat(done.out())
                .contains(
                        "      expected  outcome escalated",
                        "      seen      answered",
                        "      expected  not_contains \"answer\"",
                        "      seen      it is in the reply")
                .anySatisfy(line -> assertThat(line).contains(": 1 passed, 1 failed, 0 skipped in "));
        assertThat(RedisScan.keys(redis)).isEmpty();
        assertThat(eval("--case", "g??d").status()).isZero();
    }

    @Test
    void casesAreToldInTheirOrder() {
        cases(IntStream.range(0, 12)
                .mapToObj(i -> evalCase("case-" + i, "{\"outcome\":\"answered\"}"))
                .toArray(String[]::new));
        List<String> named =
                eval().out().stream().filter(line -> line.startsWith("ok")).toList();
        assertThat(named).hasSize(12);
        IntStream.range(0, 12).forEach(i -> assertThat(named.get(i)).startsWith("ok    case-" + i + " ("));
    }

    @Test
    void everythingThatIsWrongIsSaidBeforeAnythingIsRun() {
        cases(GOOD, "{\"name\":\"worse\",\"mesage\":\"Hi\"}", "nonsense");
        conf.rules("school", new JsonObject().put("historyDays", 0));
        Finished done = eval();

        assertThat(done.status()).isEqualTo(2);
        assertThat(done.out()).isEmpty();
        assertThat(done.err())
                .anySatisfy(line -> assertThat(line).startsWith("turngate: tenants/school/rules.json /historyDays: "))
                .anySatisfy(line ->
                        assertThat(line).startsWith("turngate: tenants/school/evals/all.jsonl:2 /mesage: unknown key"))
                .anySatisfy(
                        line -> assertThat(line).startsWith("turngate: tenants/school/evals/all.jsonl:3: is not JSON"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--case none | tenant school has no case of that name among its 1",
                "--provider openai | tenants/school/tenant.json /runner: missing: runner.model is required with provider",
                "--provider gpt | tenants/school/tenant.json /runner/provider: must be one of",
                "--json /no/such/folder/report.json | a report cannot be written there",
            })
    void whatCannotBeRunSaysWhy(String options, String line) {
        cases(GOOD);
        Finished done = eval(options.split(" "));
        assertThat(done.status()).isEqualTo(2);
        assertThat(done.out()).isEmpty();
        assertThat(done.err()).anySatisfy(text -> assertThat(text).startsWith("turngate: " + line));
    }

    @Test
    void withoutCasesOrRedisNothingCanBeRun() {
        Finished none = eval();
        assertThat(none.status()).isEqualTo(2);
        assertThat(none.err())
                .containsExactly(
                        "turngate: tenant school has no cases: expected lines in tenants/school/evals/*.jsonl");

        cases(GOOD.replace("\"expect\"", "\"providers\":[\"openai\"],\"expect\""));
        Finished forOthers = eval();
        assertThat(forOthers.status()).isEqualTo(2);
        assertThat(forOthers.err())
                .containsExactly("turngate: no case is meant for provider scripted: nothing was run");

        cases(GOOD);
        conf.gateway("redis", new JsonObject().put("uri", "redis://127.0.0.1:1"));
        Finished away = eval();
        assertThat(away.status()).isEqualTo(2);
        assertThat(away.err()).singleElement().asString().startsWith("turngate: cannot connect to Redis");
    }

    @Test
    void whoEndsItLeavesNothingAndWhoKillsItNothingThatStays() throws Exception {
        List<String> before = keepReal();
        conf.answers("school", 7_000);
        cases(GOOD, GOOD.replace("good", "other").replaceAll("\"turns\":\\[.*?],", ""));
        for (String signal : List.of("TERM", "KILL")) {
            try (Running running = new Running(words())) {
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> evalKeys("lane").size() == 2);
                assertThat(evalKeys("turns")).hasSize(2);
                await().until(() -> RedisScan.keysWithoutExpiry(redis).stream().noneMatch(EvalCommandIT::isOfEvals));
                running.signal(signal);
                assertThat(running.awaitExit()).isEqualTo(signal.equals("TERM") ? 143 : 137);
            }
            if (signal.equals("TERM")) {
                assertThat(everything()).isEqualTo(before);
            } else {
                assertThat(RedisScan.keysWithoutExpiry(redis)).noneMatch(EvalCommandIT::isOfEvals);
            }
        }
    }

    @Test
    void anEmbeddedRedisThatDoesNotRunIsLeftAlone() throws IOException {
        Path data = temporary.resolve("data");
        conf.gateway("redis", new JsonObject().put("embedded", new JsonObject().put("dir", data.toString())));
        cases(GOOD);
        Path folder = Files.createDirectory(temporary.resolve("tmp"));
        try (Running running = new Running(words(), "-Djava.io.tmpdir=" + folder)) {
            assertThat(running.awaitExit()).isZero();
        }
        assertThat(data).doesNotExist();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(Path::getFileName).map(String::valueOf))
                    .noneMatch(name -> name.startsWith("turngate-eval"));
        }
    }

    @Test
    void besideAGatewayItsEmbeddedRedisIsUsed() {
        Path data = temporary.resolve("data");
        conf.gateway("redis", new JsonObject().put("embedded", new JsonObject().put("dir", data.toString())));
        cases(GOOD);
        try (GatewayProcess gateway = GatewayProcess.start(conf)) {
            assertThat(gateway.say("1", "one").getInteger("turn")).isEqualTo(1);
            String before = gateway.management("/metrics").body();
            assertThat(eval().status()).isZero();
            JsonObject next = gateway.say("1", "two");
            assertThat(next.getInteger("turn")).isEqualTo(2);
            assertThat(next.getInteger("history")).isEqualTo(2);
            assertThat(messages(gateway.management("/metrics").body()))
                    .isEqualTo(messages(before).replace(" 1.0", " 2.0"));
            assertThat(gateway.stop()).isEqualTo(143);
        }
    }

    @Test
    void aTenantBoundByTokensIsAskedLikeAnyOther() {
        conf.tenantWithKey("school", "4711:" + "a".repeat(32), "http://127.0.0.1:1");
        // Bound by tokens: the history is read because the contact proves who they are.
        cases(evalCase("bound", "{\"outcome\":\"answered\",\"history\":[0,1]}"));
        Finished done = eval();
        assertThat(done.out()).anySatisfy(line -> assertThat(line).startsWith("ok    bound"));
        assertThat(done.status()).isZero();
        assertThat(RedisScan.keys(redis)).isEmpty();
    }

    /** A scan gives its keys in any order. */
    private static List<String> everything() {
        return RedisScan.everything(redis).lines().sorted().toList();
    }

    private static String messages(String metrics) {
        return metrics.lines()
                .filter(line -> line.startsWith("turngate_messages_total"))
                .reduce("", String::concat);
    }

    private static List<String> evalKeys(String kind) {
        return RedisScan.keys(redis).stream()
                .filter(EvalCommandIT::isOfEvals)
                .filter(key -> key.endsWith(":" + kind))
                .toList();
    }

    private static boolean isOfEvals(String key) {
        return key.startsWith("tg-eval:");
    }

    /** The command as a process that can be given a signal. */
    private static final class Running implements AutoCloseable {

        private final Path folder = TestFolder.make("turngate-eval-run");
        private final Process process;

        Running(List<String> words, String... jvmOptions) throws IOException {
            process = PackagedProgram.builder(PackagedProgram.command(List.of(jvmOptions), words), Map.of(), folder)
                    .start();
        }

        void signal(String name) throws IOException {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            await().until(() -> !kill.isAlive());
        }

        int awaitExit() {
            await().atMost(Duration.ofSeconds(30)).until(() -> !process.isAlive());
            return process.exitValue();
        }

        @Override
        public void close() {
            process.destroyForcibly();
            TestFolder.delete(folder);
        }
    }
}
