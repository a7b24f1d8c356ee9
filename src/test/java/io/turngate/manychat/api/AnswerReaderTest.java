package io.turngate.manychat.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.client.Reach;
import io.turngate.client.Reach.Answered;
import io.turngate.client.Reach.Begun;
import io.turngate.client.Reach.Loss;
import io.turngate.client.Reach.NotConnected;
import io.turngate.client.Reach.Unanswered;
import io.turngate.config.Secret;
import io.turngate.core.ContactId;
import io.turngate.manychat.api.ApiAnswer.Kind;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerReaderTest {

    private static final MultiMap NO_HEADERS = MultiMap.caseInsensitiveMultiMap();
    private static final Secret KEY = new Secret("123456:0123456789abcdef0123456789abcdef");
    private static final ApiCall TAG = ApiCall.addTag(new ContactId("1"), "needs_human");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            200 | {"status":"success"}                                              | ACCEPTED
            200 | {"status":"success","data":[]}                                    | ACCEPTED
            200 | {"data":{}}                                                       | ACCEPTED
            200 | {"status":"success","error":null}                                 | ACCEPTED
            201 | {}                                                                | ACCEPTED
            200 | <html>                                                            | UNCERTAIN
            200 | []                                                                | UNCERTAIN
            200 | ``                                                                | UNCERTAIN
            200 | {"status":"success"                                               | UNCERTAIN
            200 | {"status":"error"}                                                | REFUSED
            200 | {"status":"error","message":"Subscriber does not exist"}          | NO_SUCH_CONTACT
            200 | {"status":"error","message":"Api max rps reached"}                | TOO_FAST
            200 | {"status":"error","message":"Wrong token"}                        | WRONG_KEY
            200 | {"status":"error","message":"x","code":3011}                      | OUTSIDE_WINDOW
            200 | {"error":{"message":"SUBSCRIBER DOES NOT EXIST"}}                 | NO_SUCH_CONTACT
            301 | {"status":"success"}                                              | REFUSED
            400 | {"status":"error","message":"Validation error","code":1}          | REFUSED
            400 | {"status":"error","code":3011}                                    | OUTSIDE_WINDOW
            400 | {"status":"error","code":"3031"}                                  | OUTSIDE_WINDOW
            400 | {"status":"error","code":30110}                                   | REFUSED
            400 | {"message":"last interaction was more than 24 Hours ago"}         | OUTSIDE_WINDOW
            400 | {"details":{"messages":[{"message":"subscriber does NOT exist"}]}} | NO_SUCH_CONTACT
            400 | {"details":{"messages":["a",{"message":"Subscriber does not exist"}]}} | NO_SUCH_CONTACT
            400 | {"message":"Api max rps reached"}                                 | TOO_FAST
            400 | rubbish                                                           | REFUSED
            401 | {"status":"error","message":"Wrong token"}                        | WRONG_KEY
            401 | ``                                                                | WRONG_KEY
            403 | {"status":"error"}                                                | REFUSED
            404 | ``                                                                | REFUSED
            429 | ``                                                                | TOO_FAST
            500 | {"status":"error","message":"Subscriber does not exist"}          | NOT_SENT
            503 | ``                                                                | NOT_SENT
            """)
    void anAnswerMeans(int status, String body, Kind kind) {
        assertThat(read(TAG, status, body).kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({"200,UNCERTAIN", "400,REFUSED", "401,WRONG_KEY", "429,TOO_FAST", "502,NOT_SENT"})
    void withoutItsBodyAnAnswerMeansWhatItsStatusSays(int status, Kind kind) {
        assertThat(AnswerReader.read(TAG, KEY, new Begun(status, NO_HEADERS, lost("z")))
                        .kind())
                .isEqualTo(kind);
    }

    @Test
    void whatNeverHadAConnectionWasNotSentWhatLostItIsUncertain() {
        assertThat(read(new NotConnected(lost("x")))).isEqualTo(new ApiAnswer(Kind.NOT_SENT, "x"));
        assertThat(read(new Unanswered(lost("y")))).isEqualTo(new ApiAnswer(Kind.UNCERTAIN, "y"));
    }

    @Test
    void aPhraseThatCameFromTheSentTextDecidesNothing() {
        ApiCall call =
                ApiCall.setCustomField(new ContactId("1"), "f", "open 24 hours, max rps, subscriber does not exist");
        String echo =
                "{\"message\":\"Bad value: Open 24 hours, MAX RPS, subscriber does not exist\",\"status\":\"error\"}";
        assertThat(read(call, 400, echo).kind()).isEqualTo(Kind.REFUSED);
    }

    @Test
    void theReasonSaysStatusCodeAndWords() {
        String body = """
                {"status":"error","message":"Validation error","code":7,
                 "details":{"messages":[{"message":"Tag needs_human\\ndoes not exist"}]}}""";
        assertThat(read(TAG, 400, body).why())
                .isEqualTo("status 400 code 7: Validation error; Tag needs_human does not exist");
    }

    @ParameterizedTest
    @CsvSource({
        "I live at 5 Baker Street,Invalid text 'i live at 5 Baker'",
        "I live at 5 Baker Street,Too long: I LIVE AT 5  BAKER STREET",
        "yes,Value yes is wrong"
    })
    void aReasonNeverRepeatsWhatWasSent(String sent, String message) {
        JsonObject block = new JsonObject()
                .put("version", "v2")
                .put(
                        "content",
                        new JsonObject().put("messages", new JsonArray().add(new JsonObject().put("text", sent))));
        ApiCall call = ApiCall.sendContent(new ContactId("1"), block);
        String body = new JsonObject().put("message", message).put("code", 5).encode();
        assertThat(read(call, 400, body).why()).isEqualTo("status 400 code 5");
    }

    @Test
    void aReasonNamesNoKeyTokenIdOrNumber() {
        String token = "A-Zaz09_".repeat(5) + "xyz";
        String message = "Key " + KEY.reveal() + " token " + token + " of +55 11 99999-0000, contact 1234567890";
        assertThat(read(TAG, 400, new JsonObject().put("message", message).encode())
                        .why())
                .isEqualTo("status 400: Key *** token *** of ***, contact ***");
    }

    @Test
    void aReasonIsAtMostTwoHundredCharacters() {
        JsonArray messages = new JsonArray();
        for (int i = 0; i < 100; i++) {
            messages.add(new JsonObject().put("message", "a b ".repeat(20)));
        }
        JsonObject body = new JsonObject().put("details", new JsonObject().put("messages", messages));
        assertThat(read(TAG, 400, body.encode()).why()).hasSizeBetween(100, 200);
        assertThat(read(
                                TAG,
                                400,
                                new JsonObject()
                                        .put("message", "c d ".repeat(2_000))
                                        .encode())
                        .why())
                .hasSizeLessThanOrEqualTo(200);
    }

    private static Loss lost(String why) {
        return new Loss(Loss.Kind.LOST, why);
    }

    private static ApiAnswer read(Reach reach) {
        return AnswerReader.read(TAG, KEY, reach);
    }

    private static ApiAnswer read(ApiCall call, int status, String body) {
        return AnswerReader.read(call, KEY, new Answered(status, NO_HEADERS, Buffer.buffer(body)));
    }
}
