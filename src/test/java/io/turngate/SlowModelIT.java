package io.turngate;

import static io.turngate.testing.Awaiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.emulator.CallKind;
import io.turngate.emulator.ContactView.TagEvent;
import io.turngate.emulator.Exchange;
import io.turngate.emulator.Say;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.EmulatedManyChat;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Models that are slower than ManyChat waits, with the deadlines that are shipped. */
@Execution(ExecutionMode.CONCURRENT)
class SlowModelIT {

    private static final Duration MODEL_ABORT = Duration.ofSeconds(30);
    private static final long IN_TIME_MILLIS = 8_500;

    @RegisterExtension
    @Order(1)
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    @Order(2)
    final EmulatedManyChat slow = new EmulatedManyChat();

    @RegisterExtension
    @Order(3)
    final EmulatedManyChat stuck = new EmulatedManyChat();

    @RegisterExtension
    @Order(4)
    final EmulatedManyChat withoutKey = new EmulatedManyChat();

    @RegisterExtension
    @Order(5)
    final RunningGateway gateway = new RunningGateway(redis, this::write);

    private void write(ConfFolder conf) {
        slow.tenant(conf, "slow");
        conf.answers("slow", 12_000);
        stuck.tenant(conf, "stuck");
        conf.answers("stuck", 40_000);
        conf.tenant("keyless")
                .wiring("keyless", tenant -> tenant.getJsonObject("handoff").put("field", "ai_reason"));
        conf.answers("keyless", 40_000);
        for (String tenant : List.of("slow", "stuck", "keyless")) {
            conf.rules(tenant, new JsonObject().put("escalationKeywords", new JsonArray().add("warm")));
        }
    }

    /** All at once, so that it takes as long as the slowest. */
    @Test
    void everyContactIsToldSomethingInTimeAndTheRestIsPushed() {
        warm(slow, "slow");
        warm(stuck, "stuck");
        warm(withoutKey, "keyless");
        Future<Exchange> toSlow = slow.begin(Say.of("1001", "hello"));
        Future<Exchange> toStuck = stuck.begin(Say.of("1001", "hello"));
        Future<Exchange> toKeyless = withoutKey.begin(Say.of("1001", "hello"));

        assertThatItComesLater(slow, result(toSlow));
        assertThatItComesLater(stuck, result(toStuck));
        assertThatAPersonTakesOverAtOnce(result(toKeyless));

        await().atMost(Duration.ofSeconds(10)).until(() -> !slow.pushed("1001").isEmpty());
        await().atMost(MODEL_ABORT)
                .until(() -> stuck.emulator().contact("1001").tags().contains("needs_human"));
        assertThat(slow.pushed("1001")).containsExactly("The answer.");
        assertThat(slow.emulator().contact("1001").tagEvents()).isEmpty();
        assertThat(stuck.pushed("1001")).containsExactly(TestRules.ESCALATION);
        assertThat(stuck.emulator().contact("1001").tagEvents())
                .extracting(TagEvent::added)
                .containsExactly(false, true);
        await().untilAsserted(() ->
                assertThat(stuck.emulator().contact("1001").fields()).containsEntry("ai_reason", "model_timeout"));
        assertThat(withoutKey.emulator().usage().total(CallKind.SEND_CONTENT)).isZero();
    }

    /** Another contact's message, so that the time of the next ones is not that of loading classes. */
    private void warm(EmulatedManyChat manyChat, String tenant) {
        manyChat.knows("1000", "1001");
        manyChat.pointAt(gateway.port(), tenant);
        assertThat(manyChat.say("1000", "warm").isAnswered()).isTrue();
    }

    private static void assertThatItComesLater(EmulatedManyChat manyChat, Exchange exchange) {
        assertThat(exchange.isAnswered()).isTrue();
        assertThat(exchange.millis()).isLessThan(IN_TIME_MILLIS);
        assertThat(exchange.header("X-Turngate-Outcome")).contains("acknowledged");
        assertThat(manyChat.answered("1001")).containsExactly("One moment, please.");
        assertThat(manyChat.pushed("1001")).isEmpty();
    }

    private void assertThatAPersonTakesOverAtOnce(Exchange exchange) {
        assertThat(exchange.isAnswered()).isTrue();
        assertThat(exchange.millis()).isLessThan(IN_TIME_MILLIS);
        assertThat(exchange.header("X-Turngate-Reason")).contains("model_timeout");
        assertThat(withoutKey.answered("1001")).containsExactly(TestRules.ESCALATION);
        assertThat(withoutKey.emulator().contact("1001").tags()).containsExactly("needs_human");
        assertThat(withoutKey.emulator().contact("1001").fields()).containsEntry("ai_reason", "model_timeout");
    }
}
