package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.emulator.CallKind;
import io.turngate.emulator.Exchange;
import io.turngate.emulator.Fault;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.EmulatedManyChat;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import java.time.Duration;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** ManyChat refuses the API key for a while. */
@Execution(ExecutionMode.CONCURRENT)
class WrongKeyIT {

    /** It is asked again a minute after it was refused. */
    private static final Duration ASKED_AGAIN = Duration.ofSeconds(60 + 10);

    private static final Duration A_DAY = Duration.ofDays(1);

    @RegisterExtension
    @Order(1)
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    @Order(2)
    final EmulatedManyChat manyChat = new EmulatedManyChat();

    @RegisterExtension
    @Order(3)
    final RunningGateway gateway = new RunningGateway(redis, this::write);

    private void write(ConfFolder conf) {
        conf.gateway("replyDeadlineMillis", 1_000).gateway("modelAbortMillis", 4_000);
        manyChat.tenant(conf, "school");
        conf.answers("school", 1_300);
    }

    @Test
    void meanwhileNothingIsPutOffAndAfterwardsWhatWasLeftIsPushed() {
        manyChat.knows("1001", "1002");
        manyChat.pointAt(gateway.port(), "school");
        await().until(() -> push("up"));
        manyChat.emulator().faults().during(A_DAY, Fault.wrongToken());
        Exchange first = manyChat.say("1001", "hello");
        assertThat(first.header("X-Turngate-Outcome")).contains("acknowledged");
        await().until(() -> push("down"));
        assertThat(metrics()).contains("turngate_push_key{tenant=\"school\"} 0.0");

        Exchange meanwhile = manyChat.say("1002", "hello");
        assertThat(meanwhile.header("X-Turngate-Reason")).contains("model_timeout");
        assertThat(manyChat.answered("1002")).containsExactly(TestRules.ESCALATION);
        assertThat(manyChat.emulator().contact("1002").tags()).containsExactly("needs_human");
        int refused = total();

        manyChat.emulator().faults().clear();
        await().atMost(ASKED_AGAIN).until(() -> push("up"));
        assertThat(total() - refused).as("calls while it was refused").isLessThan(10);
        await().atMost(ASKED_AGAIN)
                .untilAsserted(() -> assertThat(manyChat.pushed("1001")).containsExactly("The answer."));
        Exchange last = manyChat.say("1002", "hello again");
        assertThat(last.header("X-Turngate-Outcome")).contains("acknowledged");
        await().untilAsserted(() -> assertThat(manyChat.pushed("1002")).containsExactly("The answer."));
    }

    private int total() {
        int calls = 0;
        for (CallKind kind : CallKind.values()) {
            calls += manyChat.emulator().usage().total(kind);
        }
        return calls;
    }

    private boolean push(String state) {
        return state.equals(RunningGateway.json(gateway.send(gateway.management("/health/ready")))
                .getString("push:school"));
    }

    private String metrics() {
        return gateway.send(gateway.management("/metrics")).body();
    }
}
