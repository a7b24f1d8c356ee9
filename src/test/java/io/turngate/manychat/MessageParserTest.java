package io.turngate.manychat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.turngate.conversation.Message;
import io.turngate.conversation.Message.Media;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageParserTest {

    private static final String WRONG_TYPE = "the contact id must be a string or an integer";

    private final MessageParser parser = new MessageParser();

    @ParameterizedTest
    @ValueSource(strings = {"5.0", "1e3", "1E3", "true", "{}", "[1]"})
    void aContactIdThatIsNoIntegerLiteralIsRefused(String literal) {
        assertRefused("{\"subscriber_id\":" + literal + ",\"text\":\"hi\"}", WRONG_TYPE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{{user_id}}", " {{user_id}} ", "wa-{{user_id}}", "{{{user_id}}}", "{{a|to_json:true}}"})
    void aPlaceholderAsContactIdIsRefused(String id) {
        assertRefused(flat(id, "hi"), "the contact id is an unresolved placeholder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t\n", "\u00a0", "\u0000"})
    void anEmptyContactIdIsRefused(String id) {
        assertRefused(flat(id, "hi"), "the contact id is empty");
    }

    @Test
    void aContactIdOfNullAloneIsRefused() {
        assertRefused("{\"id\":null,\"text\":\"hi\"}", "the contact id is null");
    }

    @Test
    void aBodyWithoutAContactIdIsRefused() {
        assertRefused(
                "{\"text\":\"hi\"}",
                "no contact id: expected one of subscriber_id, contact_id, user_id, manychat_contact_id, id");
    }

    @Test
    void aContactIdHasAtMost128Characters() {
        assertThat(parse(flat("1".repeat(128), "hi")).contactId().value()).hasSize(128);
        assertRefused(flat("1".repeat(129), "hi"), "the contact id has more than 128 characters");
        assertRefused(
                "{\"id\":" + "1".repeat(129) + ",\"text\":\"hi\"}", "the contact id has more than 128 characters");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'subscriber_id':'1','contact_id':'2','id':'5'}|1",
                "{'id':'5','manychat_contact_id':'4','user_id':'3','contact_id':'2'}|2",
                "{'id':'5','manychat_contact_id':'4','user_id':3}|3",
                "{'id':'5','manychat_contact_id':'4'}|4",
                "{'id':' 5 '}|5",
                "{'id':'9','contact':{'user_id':'3'}}|3",
                "{'contact_id':'2','contact':{'subscriber_id':'1'}}|1",
                "{'user_id':'2','contact':{'user_id':'1'}}|2",
                "{'id':'9','contact':{'id':null}}|9",
                "{'contact':null,'id':-7}|-7"
            })
    void theFirstContactIdThatIsThereCounts(String body, String expected) {
        String json = body.replace('\'', '"').replaceFirst("}$", ",\"text\":\"hi\"}");

        assertThat(parse(json).contactId().value()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'last_text':'d','message':'c','last_input_text':'b','text':'a'}|a",
                "{'last_text':'d','message':'c','last_input_text':'b'}|b",
                "{'last_text':'d','message':'c'}|c",
                "{'last_text':'d','message':null}|d",
                "{'data':{'text':'inner'},'last_input_text':'b'}|inner",
                "{'data':{'text':'inner'},'text':'a'}|a"
            })
    void theFirstTextThatIsThereCounts(String body, String expected) {
        String json = body.replace('\'', '"').replaceFirst("}$", ",\"subscriber_id\":\"1\"}");

        assertThat(parse(json).text()).isEqualTo(expected);
    }

    @Test
    void aBodyWithoutATextKeyIsRefused() {
        assertRefused("{\"id\":\"1\"}", "no text: expected one of text, last_input_text, message, last_text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "true", "1.5"})
    void aTextOfAnotherTypeIsRefused(String literal) {
        assertRefused("{\"id\":\"1\",\"text\":" + literal + "}", "the text must be a string or an integer");
    }

    @ParameterizedTest
    @CsvSource({"contact,\"x\"", "data,[]", "subscriber,5", "subscriber_data,true"})
    void aWrapperThatIsNoObjectIsRefused(String wrapper, String literal) {
        assertRefused(
                "{\"" + wrapper + "\":" + literal + ",\"id\":\"1\",\"text\":\"hi\"}", wrapper + " must be an object");
    }

    @Test
    void aTextOverTheLimitIsCutAndMarked() {
        Message message = parse(flat("1", "😀".repeat(4_097)));

        assertThat(message.text()).isEqualTo("😀".repeat(4_096));
        assertThat(message.cut()).isTrue();
    }

    @Test
    void aTextOfTheLimitIsNotCut() {
        Message message = parse(flat("1", "😀".repeat(4_096)));

        assertThat(message.text()).isEqualTo("😀".repeat(4_096));
        assertThat(message.cut()).isFalse();
    }

    @Test
    void theLimitCountsCodePoints() {
        assertThat(parse(flat("1", "😀".repeat(3_000))).text()).isEqualTo("😀".repeat(3_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{{}}", "{{a}} {{b}}", "{a}", "{{a}", "{{{a}}}"})
    void aTextThatOnlyLooksLikeAPlaceholderIsText(String text) {
        assertThat(parse(flat("1", text)).text()).isEqualTo(text);
    }

    @Test
    void aTextIsNotCutInsideAGrapheme() {
        Message message = parse(flat("1", "a".repeat(4_094) + "👩\u200d👩\u200d👧" + "b"));

        assertThat(message.text()).isEqualTo("a".repeat(4_094));
        assertThat(message.cut()).isTrue();
    }

    @Test
    void aGraphemeOverTheLimitIsCutInside() {
        assertThat(parse(flat("1", "a" + "\u0301".repeat(20_000))).text()).hasSize(4_096);
    }

    @Test
    void anOptionalValueOfAbsurdLengthIsIgnored() {
        JsonObject body = new JsonObject(flat("1", "hi")).put("first_name", "x".repeat(1_025));

        assertThat(parse(body.encode()).firstName()).isEmpty();
        assertThat(parse(body.put("first_name", "x".repeat(1_024)).encode()).firstName())
                .isPresent();
    }

    @ParameterizedTest
    @CsvSource({
        "https://cdn.fbsbx.com/v/t59/1_audioclip-17.mp4?_nc_cat=1, VOICE",
        "https://scontent.xx.fbcdn.net/v/1_n.jpg?oh=1, IMAGE",
        "HTTPS://LOOKASIDE.FBSBX.COM/ig_messaging_cdn/a.MP4, VIDEO",
        "https://lookaside.fbsbx.com, FILE",
        "https://manybot-files.s3.eu-central-1.amazonaws.com/1/wa/original_0.opus#t, VOICE",
        "https://manybot-files.s3.eu-central-1.amazonaws.com.evil.example/1.jpg, NONE",
        "https://example.com/?u=https://lookaside.fbsbx.com/a.jpg, NONE",
        "https://notfbsbx.com/a.jpg, NONE",
        "lookaside.fbsbx.com/a.jpg, NONE",
        "https://lookaside.fbsbx.com/a.jpg thanks, NONE"
    })
    void theHostTellsMediaFromALink(String text, Media expected) {
        assertThat(parse(flat("1", "\n" + text + " ")).media()).isEqualTo(expected);
    }

    private Message parse(String body) {
        return parser.parse(Buffer.buffer(body));
    }

    private void assertRefused(String body, String message) {
        TurngateException refusal = catchThrowableOfType(TurngateException.class, () -> parse(body));

        assertThat(refusal).hasMessage(message).hasNoCause();
        assertThat(refusal.kind()).isEqualTo(Kind.BAD_REQUEST);
    }

    private static String flat(String id, String text) {
        return new JsonObject().put("subscriber_id", id).put("text", text).encode();
    }
}
