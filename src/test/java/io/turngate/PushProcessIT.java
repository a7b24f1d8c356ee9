package io.turngate;

import static io.turngate.testing.Awaiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.emulator.CallKind;
import io.turngate.emulator.ContactView.TagEvent;
import io.turngate.emulator.Exchange;
import io.turngate.emulator.Fault;
import io.turngate.emulator.Say;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.EmulatedManyChat;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.SecrecyLedger;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A gateway is killed while it has something to push; another one brings it to the contacts. */
@Execution(ExecutionMode.CONCURRENT)
class PushProcessIT {

    private static final String BUBBLES = "1001";
    private static final String ACKNOWLEDGED = "1002";

    /** The lease of delivery, and time for what is delivered after it. */
    private static final Duration TAKEN_OVER = Duration.ofSeconds(30 + 20);

    @RegisterExtension
    @Order(1)
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    @Order(2)
    final EmulatedManyChat arrived = new EmulatedManyChat();

    @RegisterExtension
    @Order(3)
    final EmulatedManyChat lost = new EmulatedManyChat();

    @RegisterExtension
    @Order(4)
    final EmulatedManyChat repeated = new EmulatedManyChat();

    @TempDir
    Path temporary;

    private Map<String, EmulatedManyChat> tenants() {
        return Map.of("arrived", arrived, "lost", lost, "repeated", repeated);
    }

    private ConfFolder conf() {
        ConfFolder conf = new ConfFolder(temporary, redis.uri());
        conf.gateway("replyDeadlineMillis", 1_000).gateway("modelAbortMillis", 4_000);
        tenants().forEach((name, manyChat) -> {
            manyChat.tenant(conf, name);
            conf.answers(name, 3_000, Map.of("hello", List.of("One", "Two", "Three")));
            conf.wiring(
                    name,
                    tenant -> tenant.getJsonObject("manychat").put("apiToken", new JsonObject().put("env", "API_KEY")));
        });
        conf.wiring("repeated", tenant -> tenant.put("push", new JsonObject().put("onUncertain", "resend")));
        return conf;
    }

    @AfterEach
    void note() {
        SecrecyLedger.keys(redis);
    }

    /** All in one, because the lease of delivery has to be waited for. */
    @Test
    void whatAKilledGatewayHadToPushIsPushedByAnother() {
        ConfFolder conf = conf();
        Map<String, String> key =
                Map.of("API_KEY", arrived.emulator().apiToken().reveal());
        try (GatewayProcess dying = GatewayProcess.start(conf, key);
                GatewayProcess living = GatewayProcess.start(conf, key)) {
            theSecondBubbleIsUnderWay(dying);
            List<Future<Exchange>> told = tenants().values().stream()
                    .map(manyChat -> manyChat.begin(Say.of(ACKNOWLEDGED, "hello")))
                    .toList();
            assertThat(told)
                    .allSatisfy(exchange -> assertThat(result(exchange).header("X-Turngate-Outcome"))
                            .contains("acknowledged"));
            assertThat(tenants().values())
                    .allSatisfy(
                            manyChat -> assertThat(manyChat.emulator().usage().total(CallKind.SEND_CONTENT))
                                    .isEqualTo(2));
            dying.signal("KILL");
            dying.awaitExit();

            await().atMost(TAKEN_OVER)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> RedisScan.keys(redis).stream()
                            .noneMatch(name -> name.endsWith(":pending") || name.endsWith(":lane")));
            tenants().values().forEach(PushProcessIT::assertThatTheAcknowledgedIsHandedOverOnce);
            assertThat(arrived.pushed(BUBBLES)).containsExactly("One", "Two", "Three");
            assertThatAPersonLooksAfterTheSecond(arrived, "arrived");
            assertThat(lost.pushed(BUBBLES)).containsExactly("One", "Three");
            assertThatAPersonLooksAfterTheSecond(lost, "lost");
            assertThat(repeated.pushed(BUBBLES)).containsExactly("One", "Two", "Two", "Three");
            assertThat(repeated.emulator().contact(BUBBLES).tagEvents()).isEmpty();
            assertThat(deadLetters("repeated")).isEqualTo("[]");
            assertThat(living.management("/metrics").body()).contains("turngate_dead_letters_total");
        }
    }

    private void theSecondBubbleIsUnderWay(GatewayProcess gateway) {
        tenants().forEach((name, manyChat) -> {
            manyChat.knows(BUBBLES, ACKNOWLEDGED);
            manyChat.pointAt(gateway.port(), name);
            manyChat.emulator().faults().next(1, CallKind.SEND_CONTENT, Fault.slow(Duration.ZERO));
            Fault second = name.equals("lost") ? Fault.hang() : Fault.slow(Duration.ofSeconds(9));
            manyChat.emulator().faults().next(1, CallKind.SEND_CONTENT, second);
        });
        List<Future<Exchange>> first = tenants().values().stream()
                .map(manyChat -> manyChat.begin(Say.of(BUBBLES, "hello")))
                .toList();
        first.forEach(exchange ->
                assertThat(result(exchange).header("X-Turngate-Outcome")).contains("acknowledged"));
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> tenants().values().stream()
                        .allMatch(manyChat -> manyChat.emulator().usage().total(CallKind.SEND_CONTENT) == 2));
    }

    private static void assertThatTheAcknowledgedIsHandedOverOnce(EmulatedManyChat manyChat) {
        assertThat(manyChat.answered(ACKNOWLEDGED)).containsExactly("One moment, please.");
        assertThat(manyChat.pushed(ACKNOWLEDGED)).containsExactly(TestRules.ESCALATION);
        assertThat(manyChat.emulator().contact(ACKNOWLEDGED).tagEvents())
                .extracting(TagEvent::added)
                .containsExactly(false, true);
        assertThat(manyChat.emulator().contact(ACKNOWLEDGED).fields()).containsEntry("ai_reason", "state_unavailable");
    }

    private static void assertThatAPersonLooksAfterTheSecond(EmulatedManyChat manyChat, String tenant) {
        assertThat(manyChat.emulator().contact(BUBBLES).tags()).containsExactly("needs_human");
        assertThat(deadLetters(tenant)).contains("uncertain", "Two").doesNotContain("One", "Three");
    }

    private static String deadLetters(String tenant) {
        return String.valueOf(redis.call("XRANGE", "tg:{" + tenant + "}:dead", "-", "+"));
    }
}
