package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.PackagedProgram.Finished;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How the packaged program starts, and how it refuses to. */
class StartProcessIT {

    private static final int CANNOT_START = 2;

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @TempDir
    Path temporary;

    private ConfFolder conf;

    @BeforeEach
    void writeConf() {
        conf = new ConfFolder(temporary, redis.uri());
        PackagedProgram.logAsShipped(conf);
    }

    @Test
    void everyProblemOfGatewayJsonAndOfItsOverridesIsALine() {
        conf.http("port", 99_999).http("prt", 1).gateway("drainSeconds", "soon");
        Finished refused = serve(Map.of("TURNGATE_MAX_IN_FLIGHT", "many"));
        assertThat(refused.err())
                .hasSize(4)
                .allSatisfy(line -> assertThat(line).startsWith("turngate: "))
                .anySatisfy(line -> assertThat(line).contains("gateway.json /http/port: "))
                .anySatisfy(line -> assertThat(line).contains("gateway.json /http/prt: ", "did you mean \"port\"?"))
                .anySatisfy(line -> assertThat(line).contains("gateway.json /drainSeconds: "))
                .anySatisfy(line -> assertThat(line).contains("TURNGATE_MAX_IN_FLIGHT: "));
        isRefused(refused);
    }

    @Test
    void withoutATenantThatLoadsEveryProblemIsALineAndItDoesNotStart() {
        conf.rules("school", new JsonObject().put("historyDays", 0).put("idleResetHours", -1));
        Finished refused = serve(Map.of());
        assertThat(refused.err())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).contains("tenants/school/rules.json /historyDays: "))
                .anySatisfy(line -> assertThat(line).contains("tenants/school/rules.json /idleResetHours: "))
                .endsWith("turngate: no tenant could be loaded");
        isRefused(refused);
    }

    @Test
    void withoutAFolderOfTenantsItDoesNotStart() {
        TestFolder.delete(temporary.resolve("tenants"));
        Finished refused = serve(Map.of());
        assertThat(refused.err()).singleElement().asString().startsWith("turngate: tenants: is missing");
        isRefused(refused);
    }

    @Test
    void aBadTenantBesideAGoodOneIsReportedAndOnlyStrictRefusesToStart() {
        conf.tenant("broken").rules("broken", new JsonObject().put("historyDays", 0));
        Finished refused = serve(Map.of(), "--strict");
        assertThat(refused.err())
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).contains("tenants/broken/rules.json /historyDays: "))
                .endsWith("turngate: a tenant could not be loaded");
        isRefused(refused);

        try (GatewayProcess gateway = GatewayProcess.start(conf)) {
            assertThat(gateway.say("1", "hello").getString("outcome")).isEqualTo("answered");
            assertThat(readiness(gateway).getString("tenant:broken")).isEqualTo("down");
            assertThat(gateway.logged("tenants/broken/rules.json /historyDays:"))
                    .hasSize(1);
        }
    }

    @Test
    void aPortThatIsTakenIsOneLineThatNamesIt() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            conf.http("port", taken.getLocalPort());
            Finished refused = serve(Map.of());
            assertThat(refused.err())
                    .singleElement()
                    .asString()
                    .startsWith("turngate: ")
                    .contains("127.0.0.1:" + taken.getLocalPort(), "in use");
            isRefused(refused);
        }
    }

    @Test
    void aRedisThatMayEvictIsRefusedUnlessItIsAllowed() {
        redis.call("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
        try {
            Finished refused = serve(Map.of());
            assertThat(refused.err()).singleElement().asString().contains("allkeys-lru", "redis.allowEviction");
            isRefused(refused);

            conf.gateway("redis", new JsonObject().put("uri", redis.uri()).put("allowEviction", true));
            try (GatewayProcess gateway = GatewayProcess.start(conf)) {
                assertThat(gateway.say("1", "hello").getString("outcome")).isEqualTo("answered");
                assertThat(readiness(gateway).getString("redis")).isEqualTo("up");
            }
        } finally {
            redis.call("CONFIG", "SET", "maxmemory-policy", "noeviction");
        }
    }

    @Test
    void withoutRedisItStartsHandsContactsOverAndRecoversWhenRedisComes() {
        redis.stop();
        try (GatewayProcess gateway = GatewayProcess.start(conf)) {
            assertThat(readiness(gateway).getString("redis")).isEqualTo("down");
            JsonObject handedOver = gateway.say("1", "hello");
            assertThat(handedOver.getString("reason")).isEqualTo("state_unavailable");
            assertThat(handedOver.getString("reply")).isEqualTo(TestRules.ESCALATION);

            redis.start();
            await().atMost(Duration.ofSeconds(5))
                    .until(() -> "up".equals(readiness(gateway).getString("redis")));
            assertThat(gateway.say("1", "hello again").getInteger("turn")).isEqualTo(1);
        }
    }

    /** Its conf folder has nothing to serve, so it ends by itself; whether its emulator finds the port free is all one. */
    @Test
    void theDemosLogIsThatOfItsFolderBeforeTheEmulatorStarts() throws IOException {
        Path shipped = Files.createDirectories(temporary.resolve("home/conf"));
        Finished bare = demo();
        assertThat(bare.status()).isEqualTo(CANNOT_START);
        assertThat(bare.out()).isEmpty();

        Files.copy(Path.of("conf/logback.xml"), shipped.resolve("logback.xml"));
        Finished refused = demo();
        assertThat(refused.status()).isEqualTo(CANNOT_START);
        assertThat(refused.out()).first().asString().contains(" DEBUG ");
        assertThat(refused.err()).singleElement().asString().startsWith("turngate: ");
    }

    @Test
    void whatIsNotUnderstoodShowsTheUsage() {
        for (List<String> line : List.of(List.of("serve", "--cnf"), List.of("reset", "school"), List.<String>of())) {
            Finished refused = PackagedProgram.run(Map.of(), line);
            assertThat(refused.status()).isEqualTo(CANNOT_START);
            assertThat(refused.err()).isNotEmpty();
            assertThat(String.join("\n", refused.out()) + String.join("\n", refused.err()))
                    .contains("Usage: turngate", "Exit status:");
        }
    }

    @Test
    void aCommandThatIsNotThereNamesTheNearest() {
        Finished refused = PackagedProgram.run("serv");
        assertThat(refused.status()).isEqualTo(CANNOT_START);
        assertThat(refused.err()).hasSize(2).last().asString().contains("turngate serve");
    }

    @Test
    void helpAndVersionAreFineWithEveryCommand() {
        for (String command : List.of("", "demo", "serve", "check", "inspect", "reset", "emulator")) {
            Finished help = run(command, "--help");
            assertThat(help.status()).as("%s --help", command).isZero();
            assertThat(help.out()).first().asString().startsWith(("Usage: turngate " + command).strip());
            Finished version = run(command, "--version");
            assertThat(version.status()).as("%s --version", command).isZero();
            assertThat(version.out()).singleElement().asString().matches("turngate \\d+\\..*");
        }
    }

    private static Finished run(String command, String option) {
        return PackagedProgram.run(
                Map.of(),
                Stream.of(command, option).filter(word -> !word.isEmpty()).toList());
    }

    private Finished demo() {
        return PackagedProgram.run(
                List.of("-Dturngate.home=" + temporary.resolve("home")),
                Map.of("TURNGATE_LOG_LEVEL", "DEBUG"),
                List.of("demo"));
    }

    private Finished serve(Map<String, String> environment, String... options) {
        List<String> words = new ArrayList<>(List.of("serve", "--conf", temporary.toString()));
        words.addAll(List.of(options));
        return PackagedProgram.run(environment, words);
    }

    /** Also ends by itself: nothing is left that listens. */
    private static void isRefused(Finished refused) {
        assertThat(refused.status()).isEqualTo(CANNOT_START);
        assertThat(refused.out()).noneMatch(line -> line.contains("serving"));
    }

    private static JsonObject readiness(GatewayProcess gateway) {
        HttpResponse<String> response = gateway.management("/health/ready");
        assertThat(response.statusCode()).isEqualTo(200);
        return new JsonObject(response.body());
    }
}
