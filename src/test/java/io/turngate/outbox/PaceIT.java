package io.turngate.outbox;

import static io.turngate.testing.DeliveryNode.contact;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.Secret;
import io.turngate.store.Pace.Slot;
import io.turngate.testing.DeliveryNode;
import io.turngate.testing.FakeManyChat;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestClock;
import io.turngate.testing.TestTenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Slots as two gateways reserve them in one Redis; what is looked at is the reserved time, not the clock on the wall. */
class PaceIT {

    private static final Secret KEY = new Secret("4711:" + "a".repeat(32));

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private final TestClock clock = new TestClock();
    private final List<DeliveryNode> nodes = new ArrayList<>();

    @BeforeEach
    void startTwoGateways() {
        for (String name : List.of("a", "b")) {
            nodes.add(new DeliveryNode(
                    name, redis, clock, new FakeManyChat(), TestTenant.pushing().build()));
        }
    }

    @AfterEach
    void closeAll() {
        nodes.forEach(DeliveryNode::close);
    }

    private Slot reserve(int node, PacedCall call) {
        DeliveryNode chosen = nodes.get(node % 2);
        return chosen.await(() -> call.reserve(chosen.outbox().pace(), KEY));
    }

    @ParameterizedTest
    @CsvSource({"SEND_CONTENT,20,25", "SEND_FLOW,16,20", "SET_FIELD,8,10", "TAG,8,10", "GET_INFO,50,100"})
    void noSecondHoldsMoreCallsThanManyChatAllows(PacedCall call, int kept, int allowed) {
        List<Long> at = new ArrayList<>();
        for (int i = 0; i < 2 * kept; i++) {
            Slot slot = reserve(i, call);
            assertThat(slot.isReserved()).isTrue();
            at.add(clock.getAsLong() + slot.delay().toMillis());
            clock.advance(Duration.ofMillis(i % 3));
        }
        for (long from : at) {
            assertThat(at.stream().filter(time -> time >= from && time < from + 1_000))
                    .hasSizeBetween(1, Math.min(kept + 1, allowed));
        }
        assertThat(at.get(at.size() - 1) - at.get(0)).as("nor is it slower").isLessThanOrEqualTo(2_000);
    }

    @Test
    void aClockThatIsSetBackHoldsNothingUp() {
        assertThat(reserve(0, PacedCall.TAG).isReserved()).isTrue();
        clock.advance(Duration.ofHours(-1));
        assertThat(reserve(1, PacedCall.TAG)).isEqualTo(new Slot(true, Duration.ZERO));
        assertThat(reserve(0, PacedCall.TAG).delay()).isPositive();
    }

    @Test
    void whoWouldWaitLongerThanFiveSecondsReservesNothing() {
        for (int i = 0; i <= 40; i++) {
            assertThat(reserve(0, PacedCall.TAG).isReserved()).isTrue();
        }
        Slot first = reserve(0, PacedCall.TAG);
        assertThat(first.isReserved()).isFalse();
        assertThat(reserve(1, PacedCall.TAG).delay()).isEqualTo(first.delay());
        clock.advance(first.delay().minus(Duration.ofSeconds(5)));
        assertThat(reserve(1, PacedCall.TAG).isReserved()).isTrue();
    }

    @Test
    void whatWasTooFastForOneIsPutOffForEverybody() {
        reserve(0, PacedCall.SEND_CONTENT);
        nodes.get(0)
                .await(() ->
                        PacedCall.SEND_CONTENT.slowDown(nodes.get(0).outbox().pace(), KEY));
        assertThat(reserve(1, PacedCall.SEND_CONTENT).delay()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        assertThat(reserve(1, PacedCall.SEND_FLOW).delay()).isZero();
    }

    @Test
    void aContactGetsNoMoreThanAHundredFlowsInAnyHour() {
        List<Long> at = new ArrayList<>();
        for (int minute = 0; minute < 180; minute++) {
            for (int i = 0; i < 60; i++) {
                if (nodes.get(0).await(() -> nodes.get(0).outbox().pace().takeFlow(contact("77")))) {
                    at.add(clock.getAsLong());
                } else {
                    break;
                }
            }
            clock.advance(Duration.ofMinutes(1));
        }
        long hour = Duration.ofHours(1).toMillis();
        for (long from : at) {
            assertThat(at.stream().filter(time -> time >= from && time < from + hour))
                    .hasSizeLessThanOrEqualTo(100);
        }
        assertThat(at).hasSizeGreaterThan(190);
        assertThat(at.get(49)).as("fifty at once").isEqualTo(at.get(0));
    }

    @Test
    void theKeyOfAnAccountIsNeverTheNameOfAKey() {
        reserve(0, PacedCall.TAG);
        assertThat(RedisScan.keys(redis)).containsExactly("tg:{pace:4711}:tag");
        assertThat(PacedCall.account(new Secret("no colon here"))).matches("[0-9a-f]{16}");
        assertThat(PacedCall.account(new Secret("}odd{:rest"))).matches("[0-9a-f]{16}");
    }
}
