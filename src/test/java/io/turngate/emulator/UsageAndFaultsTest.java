package io.turngate.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class UsageAndFaultsTest {

    private Instant now = Instant.parse("2026-03-02T09:00:00.900Z");
    private final Usage usage = new Usage(() -> now);
    private final Faults faults = new Faults(() -> now);

    @Test
    void aSecondIsAnySecondNotOneThatTheClockBegins() {
        arrive(CallKind.SEND_CONTENT, 25, true);
        now = now.plusMillis(999);
        arrive(CallKind.SEND_CONTENT, 1, false);
        now = now.plusMillis(1);
        arrive(CallKind.SEND_CONTENT, 24, true);
        assertThat(usage.mostInASecond(CallKind.SEND_CONTENT)).isEqualTo(26);
        assertThat(usage.total(CallKind.SEND_CONTENT)).isEqualTo(50);
    }

    @Test
    void eachKindOfCallHasItsOwnLimit() {
        for (CallKind kind : CallKind.values()) {
            arrive(kind, kind.perSecond(), true);
            arrive(kind, 1, false);
        }
        assertThat(CallKind.find("sendFlow")).contains(CallKind.SEND_FLOW);
        assertThat(CallKind.SEND_FLOW.perSecond()).isEqualTo(20);
        assertThat(CallKind.ADD_TAG.perSecond()).isEqualTo(10);
    }

    @Test
    void countingBeginsAnewTheLimitsDoNot() {
        arrive(CallKind.ADD_TAG, 10, true);
        usage.reset();
        assertThat(usage.mostInASecond(CallKind.ADD_TAG)).isZero();
        arrive(CallKind.ADD_TAG, 1, false);
    }

    @Test
    void theOldestFaultThatFitsIsPlayedAsOftenAsItWasSet() {
        Fault flow = Fault.hang();
        Fault any = Fault.cut();
        faults.next(2, CallKind.SEND_FLOW, flow);
        faults.next(1, any);
        assertThat(faults.take(CallKind.SEND_FLOW)).containsSame(flow);
        assertThat(faults.take(CallKind.ADD_TAG)).containsSame(any);
        assertThat(faults.take(CallKind.ADD_TAG)).isEmpty();
        assertThat(faults.take(CallKind.SEND_FLOW)).containsSame(flow);
        assertThat(faults.take(CallKind.SEND_FLOW)).isEmpty();
    }

    @Test
    void aFaultForATimeEndsWithIt() {
        faults.during(Duration.ofSeconds(2), CallKind.ADD_TAG, Fault.tooFast());
        now = now.plusMillis(1_999);
        assertThat(faults.take(CallKind.ADD_TAG)).isPresent();
        assertThat(faults.take(CallKind.REMOVE_TAG)).isEmpty();
        now = now.plusMillis(1);
        assertThat(faults.take(CallKind.ADD_TAG)).isEmpty();
        faults.during(Duration.ofSeconds(2), Fault.tooFast());
        faults.clear();
        assertThat(faults.take(CallKind.ADD_TAG)).isEmpty();
        assertThatThrownBy(() -> faults.next(0, Fault.cut())).isInstanceOf(IllegalArgumentException.class);
    }

    private void arrive(CallKind kind, int calls, boolean inTime) {
        for (int i = 0; i < calls; i++) {
            assertThat(usage.arrives(kind)).as("%s %d", kind, i).isEqualTo(inTime);
        }
    }
}
