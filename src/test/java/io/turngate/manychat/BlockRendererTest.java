package io.turngate.manychat;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.TenantConfig;
import io.turngate.conversation.Answer;
import io.turngate.core.Channel;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BlockRendererTest {

    private static final TenantConfig.Handoff TAG_AND_FIELD =
            new TenantConfig.Handoff("human", Optional.of("handover reason"), Optional.empty(), Optional.empty());
    private static final TenantConfig.Handoff TAG = TenantConfig.Handoff.byTag("human");

    private final AtomicInteger cuts = new AtomicInteger();
    private final BlockRenderer renderer = new BlockRenderer(cuts::incrementAndGet);

    @ParameterizedTest
    @EnumSource(Channel.class)
    void anEscalationHasItsActionsOnEachChannel(Channel channel) {
        Answer answer = answer(Outcome.ESCALATED, Optional.of(Reason.TURN_CAP), "One moment 👋🏽\n\"please\"", "Two");

        assertThat(renderer.render(answer, channel, TAG_AND_FIELD)).hasToString(golden("block-" + channel.wireName()));
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    void aLongTextIsSplitForEachChannel(Channel channel) {
        Answer answer = answer(Outcome.ANSWERED, Optional.empty(), "Olá. ".repeat(210));

        assertThat(renderer.render(answer, channel, TAG)).hasToString(golden("block-long-" + channel.wireName()));
    }

    @Test
    void anAnswerHasNoActionsKey() {
        Answer answer = answer(Outcome.ANSWERED, Optional.empty(), "Hi");

        assertThat(renderer.render(answer, Channel.WHATSAPP, TAG_AND_FIELD)).hasToString(golden("block-answered"));
    }

    @Test
    void silenceIsAnEmptyListOfMessages() {
        Answer answer = answer(Outcome.SILENT, Optional.empty());

        assertThat(renderer.render(answer, Channel.MESSENGER, TAG_AND_FIELD)).hasToString(golden("block-silent"));
    }

    @Test
    void anEscalationWithoutAFieldOnlyTags() {
        Answer answer = answer(Outcome.ESCALATED, Optional.of(Reason.MEDIA), "Hi");

        assertThat(renderer.render(answer, Channel.TIKTOK, TAG)).hasToString(golden("block-tag-only"));
    }

    @Test
    void aDuplicateOfAnEscalationHasNoActions() {
        Answer answer = answer(Outcome.DUPLICATE, Optional.of(Reason.MEDIA), "Hi");

        assertThat(renderer.render(answer, Channel.WHATSAPP, TAG_AND_FIELD)).hasToString(golden("block-answered"));
    }

    @Test
    void aCutAnswerIsCountedOnce() {
        Answer answer = answer(Outcome.ANSWERED, Optional.empty(), "word ".repeat(5_000));

        JsonObject block = renderer.render(answer, Channel.WHATSAPP, TAG).toJsonObject();

        assertThat(block.getJsonObject("content").getJsonArray("messages")).hasSize(10);
        assertThat(cuts).hasValue(1);
    }

    @Test
    void anAnswerThatFitsIsNotCounted() {
        renderer.render(answer(Outcome.ANSWERED, Optional.empty(), "Hi"), Channel.WHATSAPP, TAG);

        assertThat(cuts).hasValue(0);
    }

    @Test
    void aLoneSurrogateOfTheModelIsReplaced() {
        Answer answer = answer(Outcome.ANSWERED, Optional.empty(), "a\ud83d");

        assertThat(renderer.render(answer, Channel.WHATSAPP, TAG).toString()).contains("\"text\":\"a\uFFFD\"");
    }

    private static Answer answer(Outcome outcome, Optional<Reason> reason, String... texts) {
        return new Answer(outcome, reason, List.of(texts), 3, 22, 4, true);
    }

    private static String golden(String name) {
        return Resources.read("/golden/" + name + ".json").toString().strip();
    }
}
