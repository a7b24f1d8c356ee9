package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.testing.ConfFolder;
import io.turngate.testing.RedisServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program and the hang-up signal, and what is left where a JVM cannot hear it. */
class ReloadProcessIT {

    private static final Duration AT_MOST = Duration.ofSeconds(4);
    private static final Duration WATCH_LIMIT = Duration.ofSeconds(2);
    private static final String REFUSED =
            "tenant school: what is on disk is refused, version in force stays %s: tenants/school/rules.json /historyDays:";
    private static final int CAP_OF_BAD_RULES = 7;

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @TempDir
    Path temporary;

    private ConfFolder conf;

    @BeforeEach
    void writeRules() {
        conf = new ConfFolder(temporary, redis.uri());
        writeRules(0);
    }

    @Test
    void hangupsWithGoodAndBadRulesUnderLoadLoseNoRequest() {
        try (GatewayProcess gateway = GatewayProcess.start(conf);
                SteadyLoad load = new SteadyLoad(125, 200, gateway.port())) {
            load.awaitMore(50);
            for (int round = 1; round <= 3; round++) {
                takesGoodRules(gateway, round);
                refusesBadRules(gateway, round);
                load.awaitMore(50);
            }
            load.stop();
            assertThat(load.failures()).isEmpty();
            assertThat(load.answers()).hasSizeGreaterThan(300).allSatisfy(answer -> {
                assertThat(answer.isAnswered()).as("%s", answer).isTrue();
                assertThat(answer.fields().getInteger("turn") + answer.fields().getInteger("turns_left"))
                        .as("the cap that judged it")
                        .isIn(cap(0), cap(1), cap(2), cap(3));
            });
            assertThat(gateway.isAlive()).isTrue();
        }
    }

    @Test
    void aHangupWithoutAChangeLooksAtEveryTenant() {
        try (GatewayProcess gateway = GatewayProcess.start(conf)) {
            gateway.signal("HUP");
            await().atMost(AT_MOST).untilAsserted(() -> {
                assertThat(gateway.logged("hang-up: 1 tenants looked at")).hasSize(1);
                assertThat(gateway.logged("tenant school: version " + version(gateway) + " is on disk and in force"))
                        .hasSize(1);
            });
        }
    }

    @Test
    void startedUnderNohupItSaysSoOnceOutlivesTheSignalAndTheWatchReloads() {
        try (GatewayProcess gateway = GatewayProcess.startDeafToHangup(conf)) {
            assertThat(gateway.logged("SIGHUP")).hasSize(1).first().asString().contains("nohup");
            gateway.signal("HUP");
            reloadsByTheWatchAlone(gateway);
            assertThat(gateway.logged("hang-up")).isEmpty();
            assertThat(gateway.stop()).isEqualTo(143);
        }
    }

    @Test
    void startedWithReducedSignalsItSaysSoOnceAndTheWatchReloads() {
        try (GatewayProcess gateway = GatewayProcess.start(conf, "-Xrs")) {
            assertThat(gateway.logged("SIGHUP")).hasSize(1).first().asString().contains("-Xrs");
            reloadsByTheWatchAlone(gateway);
            gateway.signal("HUP");
            assertThat(gateway.awaitExit()).isEqualTo(129);
        }
    }

    private void takesGoodRules(GatewayProcess gateway, int round) {
        int hangups = gateway.logged("hang-up:").size();
        writeRules(round);
        gateway.signal("HUP");
        await().atMost(AT_MOST).until(() -> greeting(gateway).equals(welcome(round)));
        await().atMost(AT_MOST).until(() -> gateway.logged("hang-up:").size() == hangups + 1);
        assertThat(gateway.management("/health/ready").body()).contains("\"tenant:school\":\"up\"");
    }

    private void refusesBadRules(GatewayProcess gateway, int round) {
        String inForce = version(gateway);
        int hangups = gateway.logged("hang-up:").size();
        conf.rules(
                "school",
                new JsonObject()
                        .put("historyDays", 0)
                        .put("maxTurnsPerConversation", CAP_OF_BAD_RULES)
                        .put("duplicateSeconds", 0)
                        .put("openingTrigger", trigger("never shown")));
        gateway.signal("HUP");
        await().atMost(AT_MOST).until(() -> gateway.logged("hang-up:").size() == hangups + 1);
        assertThat(gateway.logged(String.format(REFUSED, inForce))).isNotEmpty();
        assertThat(greeting(gateway)).isEqualTo(welcome(round));
        assertThat(gateway.management("/health/ready").body()).contains("\"tenant:school\":\"stale\"");
    }

    private void reloadsByTheWatchAlone(GatewayProcess gateway) {
        writeRules(1);
        await().atMost(WATCH_LIMIT).until(() -> greeting(gateway).equals(welcome(1)));
    }

    private void writeRules(int round) {
        conf.rules(
                "school",
                new JsonObject()
                        .put("maxTurnsPerConversation", cap(round))
                        .put("duplicateSeconds", 0)
                        .put("rateLimit", new JsonObject().put("turnsPerSubscriberPerHour", 600))
                        .put("openingTrigger", trigger(welcome(round))));
    }

    private static int cap(int round) {
        return 100 + round;
    }

    private static String welcome(int round) {
        return "Welcome " + round + ".";
    }

    private static JsonObject trigger(String message) {
        return new JsonObject().put("keywords", new JsonArray().add("start")).put("message", message);
    }

    private static String greeting(GatewayProcess gateway) {
        return gateway.say("1", "start").getString("reply");
    }

    /** The version that the log names last. */
    private static String version(GatewayProcess gateway) {
        String loaded =
                gateway.logged("tenant school: loaded, version ").stream().reduce("", (earlier, later) -> later);
        return loaded.replaceAll(".* version (\\S+) is in force.*", "$1");
    }
}
