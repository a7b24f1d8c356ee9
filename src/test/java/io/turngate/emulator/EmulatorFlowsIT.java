package io.turngate.emulator;

import static io.turngate.testing.Awaiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.turngate.config.Secret;
import io.turngate.core.Channel;
import io.turngate.emulator.ContactView.Source;
import io.turngate.emulator.Exchange.Way;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What contacts say, taken to a gateway of the test's own. */
class EmulatorFlowsIT {

    private static final String SILENT = "{\"version\":\"v2\",\"content\":{\"type\":\"whatsapp\",\"messages\":[]}}";

    private final List<HttpServerRequest> requests = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private volatile BiConsumer<HttpServerRequest, String> behaviour =
            (request, body) -> request.response().end(SILENT);
    private Vertx vertx;
    private Emulator emulator;
    private String gateway;

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
        gateway = "http://127.0.0.1:"
                + result(vertx.createHttpServer()
                                .requestHandler(request -> request.body().onSuccess(body -> {
                                    bodies.add(body.toString());
                                    requests.add(request);
                                    behaviour.accept(request, body.toString());
                                }))
                                .listen(0, "127.0.0.1"))
                        .actualPort()
                + "/v1/school/messages";
        emulate(EmulatorOptions.STRICT);
    }

    @AfterEach
    void stop() {
        result(vertx.close());
    }

    private void emulate(EmulatorOptions options) {
        emulator = result(Emulator.start(vertx, options));
        result(emulator.pointAt(gateway, new Secret("s3cret")));
        result(emulator.put(ContactSpec.of("1001", Channel.WHATSAPP)));
    }

    @Test
    void aDynamicBlockSendsTheFullContactAndDeliversTheAnswer() {
        result(emulator.setField("1001", "ai_token", "t1"));
        behave(
                200,
                block(content("One", "Two")
                        .put(
                                "actions",
                                new JsonArray()
                                        .add(new JsonObject()
                                                .put("action", "add_tag")
                                                .put("tag_name", "needs_human"))
                                        .add(new JsonObject()
                                                .put("action", "set_field_value")
                                                .put("field_name", "ai_reason")
                                                .put("value", "keyword")))));
        Exchange exchange = result(emulator.say("1001", "a \"quoted\"\nline"));
        assertThat(exchange.way()).isEqualTo(Way.ANSWERED);
        assertThat(requests.get(0).uri()).isEqualTo("/v1/school/messages?format=block");
        assertThat(requests.get(0).getHeader("Authorization")).isEqualTo("Bearer s3cret");
        JsonObject sent = new JsonObject(bodies.get(0));
        assertThat(sent.getString("channel")).isEqualTo("whatsapp");
        assertThat(sent.getJsonObject("contact").getString("id")).isEqualTo("1001");
        assertThat(sent.getJsonObject("contact").getString("last_input_text")).isEqualTo("a \"quoted\"\nline");
        assertThat(sent.getJsonObject("contact").getJsonObject("custom_fields").getString("ai_token"))
                .isEqualTo("t1");
        assertThat(emulator.contact("1001").texts(Source.ANSWER)).containsExactly("One", "Two");
        assertThat(emulator.contact("1001").tags()).containsExactly("needs_human");
        assertThat(emulator.contact("1001").fields()).containsEntry("ai_reason", "keyword");
    }

    @Test
    void fieldsThatAreNotSetAreAnEmptyList() {
        result(emulator.say("1001", "hi"));
        assertThat(new JsonObject(bodies.get(0)).getJsonObject("contact").getValue("custom_fields"))
                .isEqualTo(new JsonArray());
    }

    @Test
    void anExternalRequestMapsTheAnswerAndSendsTheReply() {
        behave(200, "{\"reply\":\"Hello\",\"escalated\":true,\"reason\":\"\",\"turn\":1}");
        assertThat(result(emulator.say("1001", "hi", Via.fields())).isAnswered())
                .isTrue();
        assertThat(requests.get(0).uri()).isEqualTo("/v1/school/messages?format=fields");
        assertThat(emulator.contact("1001").fields())
                .containsOnly(
                        Map.entry("ai_reply", "Hello"), Map.entry("ai_escalated", true), Map.entry("ai_reason", ""));
        assertThat(emulator.contact("1001").texts()).containsExactly("Hello");
        behave(200, "{\"reply\":\"\",\"escalated\":false,\"reason\":\"\"}");
        result(emulator.say("1001", "again", Via.fields()));
        assertThat(emulator.contact("1001").texts()).containsExactly("Hello");
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 204, 400, 401, 500, 503})
    void anyOtherStatusIsTheFallbackAndMapsNothing(int status) {
        behave(status, "{\"reply\":\"Hello\",\"escalated\":false,\"reason\":\"\"}");
        assertThat(result(emulator.say("1001", "hi", Via.fields())).way()).isEqualTo(Way.FALLBACK);
        behave(status, block(content("x")));
        assertThat(result(emulator.say("1001", "hi", Via.block())).way()).isEqualTo(Way.FALLBACK);
        assertThat(emulator.contact("1001").fields()).isEmpty();
        assertThat(emulator.contact("1001").texts()).isEmpty();
        assertThat(emulator.contact("1001").fallbacks()).isEqualTo(2);
    }

    @Test
    void aTextThatIsPastedUnescapedIsSentOnlyIfTheBodyIsStillJson() {
        Via flat = new Via.DynamicBlock("{\"subscriber_id\":\"{{user_id}}\",\"text\":\"{{last_input_text}}\","
                + "\"ai_token\":\"{{cuf_101}}\",\"other\":\"{{cuf_999}}\"}");
        result(emulator.say("1001", "plain {{cuf_101}} $1 \\\\", flat));
        assertThat(bodies)
                .containsExactly("{\"subscriber_id\":\"1001\",\"text\":\"plain {{cuf_101}} $1 \\\\\","
                        + "\"ai_token\":\"{{cuf_101}}\",\"other\":\"{{cuf_999}}\"}");
        for (String text : List.of("a \"quote\"", "a\nline", "back\\slash")) {
            Exchange exchange = result(emulator.say("1001", text, flat));
            assertThat(exchange.way()).isEqualTo(Way.NOT_SENT);
            assertThat(exchange.requestBody()).contains(text);
        }
        assertThat(bodies).hasSize(1);
        result(emulator.setField("1001", "ai_token", "t1"));
        result(emulator.say("1001", "x", flat));
        assertThat(new JsonObject(bodies.get(1)).getString("ai_token")).isEqualTo("t1");
    }

    @Test
    void theNextCallIsHeldUntilTheOneBeforeIsAnsweredUnlessItOverlaps() {
        behaviour = (request, body) -> {};
        Future<Exchange> first = emulator.say("1001", "one");
        Future<Exchange> second = emulator.say("1001", "two");
        awaitRequests(1);
        Future<Exchange> third = emulator.say(Say.of("1001", "three").overlap());
        awaitRequests(2);
        assertThat(bodies.get(1)).contains("three");
        behaviour = (request, body) -> request.response().end(SILENT);
        requests.get(0).response().end(SILENT);
        assertThat(result(first).isAnswered()).isTrue();
        assertThat(result(second).isAnswered()).isTrue();
        assertThat(bodies.get(2)).contains("two");
        requests.get(1).response().end(SILENT);
        assertThat(result(third).isAnswered()).isTrue();
    }

    @Test
    void anAnswerAfterTheCutOffIsTheFallback() {
        emulate(EmulatorOptions.STRICT.withCutOff(Duration.ofMillis(200)));
        behaviour = (request, body) -> {};
        assertThat(result(emulator.say("1001", "one")).way()).isEqualTo(Way.TIMED_OUT);
        behaviour = (request, body) -> request.connection().close();
        assertThat(result(emulator.say("1001", "two")).way()).isEqualTo(Way.NO_ANSWER);
        assertThat(emulator.contact("1001").fallbacks()).isEqualTo(2);
    }

    @Test
    void aCallbackTakesTheNextTextOnceAndDoesNotWait() {
        emulate(EmulatorOptions.STRICT.withReroutedCallbacks());
        result(emulator.setField("1001", "ai_token", "t1"));
        behave(
                200,
                block(content("x").put("external_message_callback", callback("https://gw.example/v1/other/messages"))));
        result(emulator.say("1001", "one"));
        assertThat(emulator.contact("1001").callbackWaiting()).isTrue();
        behave(200, SILENT);
        assertThat(result(emulator.say("1001", "two")).isAnswered()).isTrue();
        assertThat(requests.get(1).uri()).isEqualTo("/v1/other/messages");
        assertThat(requests.get(1).getHeader("Authorization")).isEqualTo("Bearer theirs");
        assertThat(new JsonObject(bodies.get(1)))
                .isEqualTo(new JsonObject("{\"subscriber_id\":\"1001\",\"text\":\"two\",\"ai_token\":\"t1\"}"));
        assertThat(emulator.contact("1001").callbackWaiting()).isFalse();
        assertThatThrownBy(() -> result(emulator.say("1001", "three", Via.callback())))
                .isInstanceOf(IllegalStateException.class);
        result(emulator.say("1001", "four"));
        assertThat(requests.get(2).uri()).isEqualTo("/v1/school/messages?format=block");
    }

    @Test
    void aCallbackThatIsNotHttpsMakesTheAnswerUnusableUnlessItIsAllowed() {
        String answer = block(content("x").put("external_message_callback", callback(gateway)));
        behave(200, answer);
        Exchange exchange = result(emulator.say("1001", "one"));
        assertThat(exchange.way()).isEqualTo(Way.UNUSABLE);
        assertThat(exchange.problem()).endsWith("external_message_callback.url must be HTTPS");
        assertThat(emulator.contact("1001").texts()).isEmpty();
        emulate(EmulatorOptions.STRICT.withPlainCallbacks());
        assertThat(result(emulator.say("1001", "one")).isAnswered()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "no", "", "{\"version\":\"v1\"}", "{\"reply\":\"a flat answer\"}"})
    void anAnswerThatIsNoContentIsUnusable(String answer) {
        behave(200, answer);
        assertThat(result(emulator.say("1001", "one")).way()).isEqualTo(Way.UNUSABLE);
        assertThat(emulator.contact("1001").fallbacks()).isEqualTo(1);
    }

    @Test
    void whoIsNotKnownCannotSpeak() {
        assertThatThrownBy(() -> result(emulator.say("5", "hi"))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aMappingToAFieldThatDoesNotExistMapsNothing() {
        behave(200, "{\"reply\":\"Hello\"}");
        Via via = new Via.ExternalRequest(Via.FULL_CONTACT, Map.of("$.reply", "nowhere"), Optional.of("nowhere"));
        assertThat(result(emulator.say("1001", "hi", via)).way()).isEqualTo(Way.UNUSABLE);
        assertThat(emulator.contact("1001").texts()).isEmpty();
    }

    private void awaitRequests(int count) {
        await().atMost(Duration.ofSeconds(10)).until(() -> requests.size() == count);
    }

    private void behave(int status, String answer) {
        behaviour = (request, body) -> request.response().setStatusCode(status).end(answer);
    }

    private static String block(JsonObject content) {
        return new JsonObject().put("version", "v2").put("content", content).encode();
    }

    private static JsonObject content(String... texts) {
        JsonArray messages = new JsonArray();
        for (String text : texts) {
            messages.add(new JsonObject().put("type", "text").put("text", text));
        }
        return new JsonObject().put("type", "whatsapp").put("messages", messages);
    }

    private static JsonObject callback(String url) {
        return new JsonObject()
                .put("url", url)
                .put("method", "post")
                .put("headers", new JsonObject().put("Authorization", "Bearer theirs"))
                .put(
                        "payload",
                        new JsonObject()
                                .put("subscriber_id", "1001")
                                .put("text", "{{last_input_text}}")
                                .put("ai_token", "{{cuf_101}}"))
                .put("timeout", 86_400);
    }
}
