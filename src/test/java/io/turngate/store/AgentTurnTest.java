package io.turngate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.core.Outcome;
import io.turngate.testing.ConversationHarness;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentTurnTest {

    private static AgentTurn saying(List<String> texts) {
        return new AgentTurn(
                ConversationHarness.contact("1"),
                "n",
                "1-x",
                texts,
                Outcome.ANSWERED,
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void severalTextsAreRecordedAsOne() {
        assertThat(saying(List.of("one", "two")).text()).isEqualTo("one\n\ntwo");
    }

    @Test
    void anEmptyTurnIsRefused() {
        assertThatThrownBy(() -> saying(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> saying(List.of("one", ""))).isInstanceOf(IllegalArgumentException.class);
    }
}
