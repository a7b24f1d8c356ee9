package io.turngate.runner.reply;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Reason;
import io.turngate.runner.prompt.ReplySchema;
import io.turngate.runner.reply.Parsed.Fine;
import io.turngate.runner.reply.Parsed.Unreadable;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyParserTest {

    private static final String GOOD =
            "{\"messages\":[\"Hi\",\"there\"],\"escalate\":false,\"escalation_reason\":\"none\",\"confidence\":0.9}";

    private static ModelReply parsed(String words) {
        Parsed parsed = ReplyParser.strictly(words);
        assertThat(parsed).isInstanceOf(Fine.class);
        return ((Fine) parsed).reply();
    }

    @Test
    void theFormThatWasAskedForIsRead() {
        assertThat(parsed(" \n" + GOOD + "\n"))
                .isEqualTo(new ModelReply(List.of("Hi", "there"), Optional.empty(), 0.9));
        assertThat(parsed("{\"messages\":[\"Hi\"],\"escalate\":false,\"confidence\":1}")
                        .confidence())
                .isEqualTo(1);
        assertThat(parsed(GOOD.replace("\"none\"", "null")).escalation()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "complaint, COMPLAINT",
        "explicit_request, EXPLICIT_REQUEST",
        "low_confidence, LOW_CONFIDENCE",
        "turn_cap, OUT_OF_SCOPE",
        "none, OUT_OF_SCOPE",
        "because I say so, OUT_OF_SCOPE"
    })
    void aModelThatWantsAPersonGetsOneWhateverItCallsTheReason(String word, Reason reason) {
        String words = GOOD.replace("false", "true").replace("none", word);
        assertThat(parsed(words).escalation()).contains(reason);
        assertThat(parsed(words.replace("\"Hi\",\"there\"", "")).messages()).isEmpty();
    }

    @Test
    void aReasonWithoutAnEscalationIsNone() {
        assertThat(parsed(GOOD.replace("none", "complaint")).escalation()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | nothing was said",
                "Hello! | not exactly one JSON object",
                "[] | not exactly one JSON object",
                "{\"messages\":[\"Hi\"],\"escalate\":false,\"confidence\":0. | not exactly one JSON object",
                "{} | escalate must be true or false",
                "{\"escalate\":\"false\",\"messages\":[\"Hi\"],\"confidence\":1} | escalate must be true or false",
                "{\"escalate\":false,\"messages\":[\"Hi\"]} | confidence must be a number from 0 to 1",
                "{\"escalate\":false,\"messages\":[\"Hi\"],\"confidence\":1.01} | confidence must be a number from 0 to 1",
                "{\"escalate\":false,\"messages\":[\"Hi\"],\"confidence\":\"1\"} | confidence must be a number from 0 to 1",
                "{\"escalate\":false,\"messages\":\"Hi\",\"confidence\":1} | messages must be a list of 1 to 3 texts",
                "{\"escalate\":false,\"messages\":[1],\"confidence\":1} | messages must be a list of 1 to 3 texts",
                "{\"escalate\":false,\"messages\":[\"1\",\"2\",\"3\",\"4\"],\"confidence\":1} | messages must be a list of 1 to 3 texts",
                "{\"escalate\":false,\"messages\":[],\"confidence\":1} | messages must hold at least one text",
                "{\"escalate\":false,\"messages\":[\"Hi\"],\"confidence\":1,\"mood\":\"good\"} | a key that is none of the four",
                "{\"escalate\":false,\"escalate\":true,\"messages\":[\"Hi\"],\"confidence\":1} | not exactly one JSON object",
                "{\"escalate\":true,\"escalation_reason\":7,\"messages\":[],\"confidence\":1} | escalation_reason must be a text"
            })
    void anyOtherFormIsUnreadableAndSaysWhy(String words, String why) {
        assertThat(ReplyParser.strictly(words)).isEqualTo(new Unreadable(why));
        assertThat(ReplyParser.leniently(words)).isEqualTo(new Unreadable(why));
    }

    @ParameterizedTest
    @ValueSource(strings = {"```json\n%s\n```", "Here you are: %s", "%s I hope that helps.", "```\n%s```\nBye"})
    void onlyARepairTakesTheObjectOutOfWhatSurroundsIt(String around) {
        assertThat(ReplyParser.strictly(around.formatted(GOOD))).isInstanceOf(Unreadable.class);
        assertThat(ReplyParser.leniently(around.formatted(GOOD))).isInstanceOf(Fine.class);
    }

    @Test
    void twoObjectsAreNone() {
        assertThat(ReplyParser.leniently(GOOD + GOOD)).isInstanceOf(Unreadable.class);
    }

    @Test
    void rubbishOfAnySizeIsUnreadable() {
        assertThat(ReplyParser.leniently("[".repeat(60_000))).isInstanceOf(Unreadable.class);
        assertThat(ReplyParser.leniently("{" + "a".repeat(5_000_000) + "}"))
                .isEqualTo(new Unreadable("more than 65536 characters"));
        assertThat(ReplyParser.leniently("{\"confidence\":" + "9".repeat(60_000) + "}"))
                .isInstanceOf(Unreadable.class);
    }

    @Test
    void noWordOfTheReplyIsInWhatIsSaidOfIt() {
        assertThat(ReplyParser.strictly("{\"my secret\": tomato").toString()).doesNotContain("secret", "tomato");
        assertThat(parsed(GOOD).toString()).doesNotContain("Hi");
    }

    @Test
    void theSchemaAsksForExactlyTheKeysThatAreRead() {
        JsonObject schema = ReplySchema.json();
        assertThat(schema.getJsonObject("properties").fieldNames()).isEqualTo(ReplySchema.KEYS);
        assertThat(schema.getJsonArray("required")).containsExactlyInAnyOrderElementsOf(ReplySchema.KEYS);
        assertThat(schema.getJsonObject("properties")
                        .getJsonObject("escalation_reason")
                        .getJsonArray("enum"))
                .containsExactly(
                        "explicit_request",
                        "complaint",
                        "out_of_scope",
                        "price_negotiation",
                        "payment_reported",
                        "low_confidence",
                        "none");
    }
}
