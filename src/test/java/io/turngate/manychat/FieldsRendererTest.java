package io.turngate.manychat;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.conversation.Answer;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FieldsRendererTest {

    private final FieldsRenderer renderer = new FieldsRenderer();

    @Test
    void anAnswerIsFlatAndNeverNull() {
        Answer answer = new Answer(Outcome.ANSWERED, Optional.empty(), List.of("One\ntwo", "Three"), 3, 22, 4, true);

        assertThat(renderer.render(answer)).hasToString(golden("fields-answered"));
    }

    @Test
    void anEscalationSaysWhy() {
        Answer answer =
                new Answer(Outcome.ESCALATED, Optional.of(Reason.RATE_LIMITED), List.of("Wait"), 0, 0, 0, false);

        assertThat(renderer.render(answer)).hasToString(golden("fields-escalated"));
    }

    @Test
    void silenceIsAnEmptyReply() {
        Answer answer = new Answer(Outcome.SILENT, Optional.empty(), List.of(), 3, 22, 0, true);

        assertThat(renderer.render(answer)).hasToString(golden("fields-silent"));
    }

    @Test
    void aLoneSurrogateOfTheModelIsReplaced() {
        Answer answer = new Answer(Outcome.ANSWERED, Optional.empty(), List.of("a\ud83d"), 1, 1, 0, true);

        assertThat(renderer.render(answer).toString()).contains("\"reply\":\"a\uFFFD\"");
    }

    private static String golden(String name) {
        return Resources.read("/golden/" + name + ".json").toString().strip();
    }
}
