package io.turngate.manychat;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.conversation.Answer;
import io.turngate.core.Channel;
import io.turngate.core.ContactId;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockRendererTest {

    private static final String LINK = "https://app.manychat.com/fb987/chat/1";
    private static final TenantConfig.Handoff TAG = TenantConfig.Handoff.byTag("human");
    private static final TenantConfig.Handoff ALL =
            new TenantConfig.Handoff("human", Optional.of("why"), Optional.of("where"), Optional.of("content1"));
    private static final Callback CALLBACK = new Callback(
            "https://gate.example.com/v1/demo/messages",
            new Secret("correct-horse-battery"),
            new ContactId("7"),
            Channel.MESSENGER,
            OptionalLong.empty());

    private final AtomicInteger cuts = new AtomicInteger();
    private final BlockRenderer renderer = new BlockRenderer(cuts::incrementAndGet);

    @ParameterizedTest
    @EnumSource(Channel.class)
    void anEscalationHasItsActionsOnEachChannel(Channel channel) {
        JsonObject content = content(escalated(true), terms(channel, ALL, Optional.of(LINK)));

        assertThat(content.getJsonArray("actions").encode())
                .isEqualTo("[{\"action\":\"remove_tag\",\"tag_name\":\"human\"},"
                        + "{\"action\":\"add_tag\",\"tag_name\":\"human\"},"
                        + "{\"action\":\"set_field_value\",\"field_name\":\"why\",\"value\":\"media\"},"
                        + "{\"action\":\"set_field_value\",\"field_name\":\"where\",\"value\":\"" + LINK + "\"}]");
    }

    @Test
    void anUnboundEscalationHandsOverToo() {
        BlockTerms terms = terms(Channel.WHATSAPP, ALL, Optional.of(LINK));

        assertThat(content(escalated(false), terms)).isEqualTo(content(escalated(true), terms));
    }

    @Test
    void anEscalationWithoutFieldsOnlyTags() {
        JsonArray actions = content(escalated(true), terms(Channel.TIKTOK, TAG, Optional.of(LINK)))
                .getJsonArray("actions");

        assertThat(actions.encode())
                .isEqualTo("[{\"action\":\"remove_tag\",\"tag_name\":\"human\"},"
                        + "{\"action\":\"add_tag\",\"tag_name\":\"human\"}]");
    }

    @Test
    void aContactWithoutALinkLeavesItsFieldAlone() {
        assertThat(content(escalated(true), terms(Channel.WHATSAPP, ALL, Optional.empty()))
                        .encode())
                .doesNotContain("where");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://app.manychat.com/chat",
                "javascript:alert(1)",
                "https:///chat",
                "https://app.manychat.com@evil.example/",
                "https://app.manychat.com/a b",
                "app.manychat.com"
            })
    void aLinkThatIsNoneIsNotHandedOn(String link) {
        assertThat(content(escalated(true), terms(Channel.WHATSAPP, ALL, Optional.of(link)))
                        .getJsonArray("actions"))
                .hasSize(3);
    }

    @Test
    void aLinkHasABound() {
        String longest = LINK + "x".repeat(1_000 - LINK.length());

        assertThat(content(escalated(true), terms(Channel.WHATSAPP, ALL, Optional.of(longest)))
                        .getJsonArray("actions"))
                .hasSize(4);
        assertThat(content(escalated(true), terms(Channel.WHATSAPP, ALL, Optional.of(longest + "x")))
                        .getJsonArray("actions"))
                .hasSize(3);
    }

    @Test
    void anAnswerHasNoOtherKeys() {
        JsonObject content = content(said("Hi"), terms(Channel.WHATSAPP, ALL, Optional.of(LINK)));

        assertThat(content.fieldNames()).containsExactly("type", "messages");
    }

    @Test
    void aDuplicateOfAnEscalationHasNoActions() {
        Answer answer = answer(Outcome.DUPLICATE, Optional.of(Reason.MEDIA), true, "Hi");

        assertThat(content(answer, terms(Channel.WHATSAPP, ALL, Optional.of(LINK)))
                        .containsKey("actions"))
                .isFalse();
    }

    @Test
    void silenceIsAnEmptyListOfMessagesAndRegistersACallback() {
        BlockTerms terms = new BlockTerms(Channel.MESSENGER, ALL, Optional.empty(), Optional.of(CALLBACK), false);
        JsonObject content = content(answer(Outcome.SILENT, Optional.empty(), true), terms);

        assertThat(content.fieldNames()).containsExactly("messages", "external_message_callback");
        assertThat(content.getJsonArray("messages")).isEmpty();
        assertThat(content.getJsonObject("external_message_callback")).isEqualTo(CALLBACK.toJson());
    }

    @Test
    void aCutAnswerIsCountedOnce() {
        Rendered rendered =
                renderer.render(said("word ".repeat(5_000)), terms(Channel.WHATSAPP, TAG, Optional.empty()));

        assertThat(messages(rendered)).hasSize(10).last().asString().endsWith(" …");
        assertThat(rendered.rest()).isEmpty();
        assertThat(cuts).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    void whatCanBePushedIsNotCut(Channel channel) {
        String text = "word ".repeat(5_000);
        Rendered rendered = renderer.render(said(text), pushing(channel));

        List<String> all = new ArrayList<>(messages(rendered));
        assertThat(all).hasSize(10);
        all.addAll(rendered.rest());
        assertThat(rendered.rest()).isNotEmpty();
        assertThat(all)
                .allMatch(message -> message.length() <= TextLimit.of(channel).size());
        assertThat(String.join(" ", all)).isEqualTo(text.strip());
        assertThat(cuts).hasValue(0);
    }

    @Test
    void moreThanTenTextsStayTheirOwnWhereTheyCanBePushed() {
        Rendered rendered = renderer.render(
                said("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"), pushing(Channel.WHATSAPP));

        assertThat(messages(rendered)).hasSize(10).endsWith("10");
        assertThat(rendered.rest()).containsExactly("11");
    }

    @Test
    void anAnswerThatFitsHasNoRestAndIsNotCounted() {
        assertThat(renderer.render(said("Hi"), pushing(Channel.WHATSAPP)).rest())
                .isEmpty();
        assertThat(renderer.render(said("Hi"), terms(Channel.WHATSAPP, TAG, Optional.empty()))
                        .rest())
                .isEmpty();
        assertThat(cuts).hasValue(0);
    }

    @Test
    void aLoneSurrogateOfTheModelIsReplaced() {
        Rendered rendered = renderer.render(said("a\ud83d"), terms(Channel.WHATSAPP, TAG, Optional.empty()));

        assertThat(messages(rendered)).containsExactly("a\uFFFD");
    }

    @Test
    void nothingPrintsWhatIsSaidOrHandedOn() {
        BlockTerms terms = new BlockTerms(Channel.MESSENGER, ALL, Optional.of(LINK), Optional.of(CALLBACK), false);

        assertThat(terms.toString() + CALLBACK + renderer.render(escalated(true), terms))
                .doesNotContain(LINK, "correct-horse-battery", "contactId=7", "Hi");
    }

    private JsonObject content(Answer answer, BlockTerms terms) {
        return renderer.render(answer, terms).body().toJsonObject().getJsonObject("content");
    }

    private static List<String> messages(Rendered rendered) {
        return rendered.body().toJsonObject().getJsonObject("content").getJsonArray("messages").stream()
                .map(message -> ((JsonObject) message).getString("text"))
                .toList();
    }

    private static BlockTerms terms(Channel channel, TenantConfig.Handoff handoff, Optional<String> liveChatUrl) {
        return new BlockTerms(channel, handoff, liveChatUrl, Optional.empty(), false);
    }

    private static BlockTerms pushing(Channel channel) {
        return new BlockTerms(channel, TAG, Optional.empty(), Optional.empty(), true);
    }

    private static Answer said(String... texts) {
        return answer(Outcome.ANSWERED, Optional.empty(), true, texts);
    }

    private static Answer escalated(boolean bound) {
        return answer(Outcome.ESCALATED, Optional.of(Reason.MEDIA), bound, "Hi");
    }

    private static Answer answer(Outcome outcome, Optional<Reason> reason, boolean bound, String... texts) {
        return new Answer(outcome, reason, List.of(texts), 3, 22, 4, bound);
    }
}
