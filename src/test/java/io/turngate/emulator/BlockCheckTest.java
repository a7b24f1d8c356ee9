package io.turngate.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.core.Channel;
import io.turngate.emulator.Block.AddTag;
import io.turngate.emulator.Block.RemoveTag;
import io.turngate.emulator.Block.SetField;
import io.turngate.emulator.Block.UnsetField;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BlockCheckTest {

    private static final String TEXT = "{\"type\":\"text\",\"text\":\"a\"}";
    private static final String CALLBACK =
            "{\"url\":\"https://a.example/x\",\"method\":\"post\",\"payload\":{},\"timeout\":60}";

    private final BlockCheck check = new BlockCheck(Account.DEFAULT, false);

    @ParameterizedTest
    @EnumSource(Channel.class)
    void theTypeIsTheChannelsAndAbsentForMessenger(Channel channel) {
        for (Channel other : Channel.values()) {
            JsonObject block = block(other, "");
            if (other == channel) {
                assertThat(check.pushed(strict(block), channel).texts()).containsExactly("a");
            } else {
                assertThatThrownBy(() -> check.pushed(strict(block), channel))
                        .isInstanceOfSatisfying(
                                Refusal.class,
                                refusal -> assertThat(refusal.reply().body()).contains("\"code\":3011"));
            }
        }
        JsonObject named = block(Channel.MESSENGER, "");
        named.getJsonObject("content").put("type", "messenger");
        assertRefused(named, Channel.MESSENGER);
    }

    @ParameterizedTest
    @CsvSource({
        "WHATSAPP,a,2000",
        "MESSENGER,é,2000",
        "TELEGRAM,a,2000",
        "INSTAGRAM,a,1000",
        "INSTAGRAM,é,500",
        "TIKTOK,a,1000"
    })
    void aTextMayBeAsLongAsTheChannelTakes(Channel channel, String unit, int most) {
        assertThat(check.pushed(strict(text(channel, unit.repeat(most))), channel)
                        .texts())
                .hasSize(1);
        assertRefused(text(channel, unit.repeat(most + 1)), channel);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "half \uD83D"})
    void aTextIsNeitherEmptyNorHalfACharacter(String text) {
        assertRefused(text(Channel.WHATSAPP, text), Channel.WHATSAPP);
    }

    @Test
    void pushedContentHasOneToTenMessagesAnAnswerMayHaveNone() {
        assertThat(check.pushed(strict(messages(10)), Channel.TELEGRAM).texts()).hasSize(10);
        assertRefused(messages(11), Channel.TELEGRAM);
        assertRefused(messages(0), Channel.TELEGRAM);
        assertThat(check.answered(strict(messages(0)), Channel.TELEGRAM).texts())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Channel.class)
    void quickRepliesAreRefusedWhereTheyAreNotSupportedEvenEmpty(Channel channel) {
        JsonObject none = block(channel, ",\"quick_replies\":[]");
        if (channel == Channel.WHATSAPP || channel == Channel.TELEGRAM) {
            assertRefused(none, channel);
        } else {
            assertThat(check.pushed(strict(none), channel).texts()).hasSize(1);
            String one = "{\"type\":\"node\",\"caption\":\"" + "a".repeat(20) + "\",\"target\":\"x\"}";
            assertThat(check.pushed(strict(block(channel, quickReplies(11, one))), channel)
                            .texts())
                    .hasSize(1);
            assertRefused(block(channel, quickReplies(12, one)), channel);
            assertRefused(block(channel, quickReplies(1, one.replace("aaa", "aaaa"))), channel);
        }
    }

    @Test
    void theFourActionsAreRead() {
        String actions = ",\"actions\":[{\"action\":\"add_tag\",\"tag_name\":\"needs_human\"},"
                + "{\"action\":\"remove_tag\",\"tag_name\":\"needs_human\"},"
                + "{\"action\":\"set_field_value\",\"field_name\":\"ai_reason\",\"value\":\"x\"},"
                + "{\"action\":\"unset_field_value\",\"field_name\":\"ai_reason\"}]";
        assertThat(check.pushed(strict(block(Channel.WHATSAPP, actions)), Channel.WHATSAPP)
                        .actions())
                .containsExactly(
                        new AddTag("needs_human"),
                        new RemoveTag("needs_human"),
                        new SetField("ai_reason", "x"),
                        new UnsetField("ai_reason"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"action\":\"add_tag\",\"tag_name\":\"unknown\"}",
                "{\"action\":\"add_tag\"}",
                "{\"action\":\"add_tag\",\"tag_name\":\"needs_human\",\"tag_id\":1}",
                "{\"action\":\"set_field_value\",\"field_name\":\"unknown\",\"value\":\"x\"}",
                "{\"action\":\"set_field_value\",\"field_name\":\"ai_escalated\",\"value\":\"x\"}",
                "{\"action\":\"set_field_value\",\"field_name\":\"ai_reason\"}",
                "{\"action\":\"unset_field_value\",\"field_name\":\"unknown\"}",
                "{\"action\":\"send_flow\"}",
                "\"add_tag\""
            })
    void anyOtherActionIsRefused(String action) {
        assertRefused(block(Channel.WHATSAPP, ",\"actions\":[" + action + "]"), Channel.WHATSAPP);
    }

    @Test
    void thereAreAtMostFiveActions() {
        String tag = "{\"action\":\"add_tag\",\"tag_name\":\"needs_human\"}";
        String six = String.join(",", Collections.nCopies(6, tag));
        assertRefused(block(Channel.WHATSAPP, ",\"actions\":[" + six + "]"), Channel.WHATSAPP);
        assertThat(check.pushed(
                                strict(block(
                                        Channel.WHATSAPP, ",\"actions\":[" + six.substring(tag.length() + 1) + "]")),
                                Channel.WHATSAPP)
                        .actions())
                .hasSize(5);
    }

    @Test
    void unknownKeysAreRefusedAtEveryDepth() {
        assertRefused(block(Channel.WHATSAPP, "").put("message_tag", "x"), Channel.WHATSAPP);
        assertRefused(block(Channel.WHATSAPP, ",\"x\":1"), Channel.WHATSAPP);
        JsonObject deep = block(Channel.WHATSAPP, "");
        deep.getJsonObject("content").getJsonArray("messages").getJsonObject(0).put("x", 1);
        assertRefused(deep, Channel.WHATSAPP);
        assertRefused(block(Channel.WHATSAPP, "").put("version", "v1"), Channel.WHATSAPP);
    }

    @Test
    void onlyAnAnswerRegistersACallback() {
        JsonObject block = block(Channel.WHATSAPP, ",\"external_message_callback\":" + CALLBACK);
        assertRefused(block, Channel.WHATSAPP);
        assertThat(check.answered(strict(block), Channel.WHATSAPP).callback()).isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "https:|"http:
            https://a.example|http://127.0.0.1
            https://a.example/x|/x
            "post"|"fetch"
            60|0
            60|86401
            60|60.5
            {}|"{}"
            "timeout"|"wait"
            {},|{},"headers":{"a":1},
            """)
    void aCallbackOfAnotherFormIsRefused(String from, String to) {
        String callback = CALLBACK.replace(from.strip(), to.strip());
        assertThat(callback).isNotEqualTo(CALLBACK);
        JsonObject block = block(Channel.WHATSAPP, ",\"external_message_callback\":" + callback);
        assertThatThrownBy(() -> check.answered(strict(block), Channel.WHATSAPP))
                .isInstanceOf(Refusal.class);
    }

    private void assertRefused(JsonObject block, Channel channel) {
        assertThatThrownBy(() -> check.pushed(strict(block), channel)).isInstanceOf(Refusal.class);
    }

    private static StrictObject strict(JsonObject block) {
        return StrictObject.of(block, "data");
    }

    private static String quickReplies(int count, String one) {
        return ",\"quick_replies\":[" + String.join(",", Collections.nCopies(count, one)) + "]";
    }

    private static JsonObject text(Channel channel, String text) {
        JsonObject block = block(channel, "");
        block.getJsonObject("content").getJsonArray("messages").getJsonObject(0).put("text", text);
        return block;
    }

    private static JsonObject messages(int count) {
        JsonObject block = block(Channel.TELEGRAM, "");
        block.getJsonObject("content").put("messages", new JsonArray(Collections.nCopies(count, new JsonObject(TEXT))));
        return block;
    }

    private static JsonObject block(Channel channel, String more) {
        String type = channel == Channel.MESSENGER ? "" : "\"type\":\"" + channel.wireName() + "\",";
        return new JsonObject("{\"version\":\"v2\",\"content\":{" + type + "\"messages\":[" + TEXT + "]" + more + "}}");
    }
}
