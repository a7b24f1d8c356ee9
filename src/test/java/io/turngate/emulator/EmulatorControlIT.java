package io.turngate.emulator;

import static io.turngate.testing.Awaiting.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.Secret;
import io.turngate.core.Channel;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The emulator from a terminal. */
class EmulatorControlIT {

    private Vertx vertx;
    private WebClient client;
    private Emulator emulator;
    private volatile String answer = "{\"version\":\"v2\",\"content\":{\"type\":\"whatsapp\",\"messages\":"
            + "[{\"type\":\"text\",\"text\":\"token t0ken secret s3cret\"}]}}";

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
        client = WebClient.create(vertx);
        int gateway = result(vertx.createHttpServer()
                        .requestHandler(request -> {
                            HttpServerResponse response =
                                    request.response().putHeader("X-Turngate-Outcome", "answered");
                            response.end(answer);
                        })
                        .listen(0, "127.0.0.1"))
                .actualPort();
        emulator = result(Emulator.start(vertx, EmulatorOptions.STRICT));
        result(emulator.pointAt("http://127.0.0.1:" + gateway + "/v1/demo/messages", new Secret("s3cret")));
    }

    @AfterEach
    void stop() {
        result(vertx.close());
    }

    @Test
    void aContactIsAddedSpeaksAndIsLookedAt() {
        post("contacts", "{\"id\":\"1001\",\"channel\":\"WA\",\"first_name\":\"Bo\"}");
        assertThat(emulator.contact("1001").profile().firstName()).isEqualTo("Bo");
        assertThat(emulator.contact("1001").profile().channel()).isEqualTo(Channel.WHATSAPP);
        JsonObject said = post("say", "{\"contact\":\"1001\",\"text\":\"hi\",\"via\":\"block\"}")
                .bodyAsJsonObject();
        assertThat(said.getString("way")).isEqualTo("answered");
        assertThat(said.getString("outcome")).isEqualTo("answered");
        JsonObject seen = get("contacts/1001").bodyAsJsonObject();
        assertThat(seen.getJsonArray("inbox").getJsonObject(0).getString("source"))
                .isEqualTo("answer");
    }

    @Test
    void noTokenAndNoSecretIsShown() {
        post("contacts", "{\"id\":\"1001\",\"channel\":\"whatsapp\"}");
        result(emulator.setField("1001", "ai_token", "t0ken"));
        result(emulator.setField("1001", "ai_reason", "shown"));
        String said = post("say", "{\"contact\":\"1001\",\"text\":\"hi\"}").bodyAsString();
        assertThat(said).contains("token *** secret ***");
        JsonObject fields = get("contacts/1001").bodyAsJsonObject().getJsonObject("fields");
        assertThat(fields).isEqualTo(new JsonObject().put("ai_token", "***").put("ai_reason", "shown"));
    }

    @Test
    void aFaultIsSetAndEnded() {
        assertThat(post("faults", "{\"fault\":\"error\",\"status\":400,\"message\":\"m\",\"code\":7,\"times\":2}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(info().bodyAsJsonObject().getInteger("code")).isEqualTo(7);
        post("faults", "{\"fault\":\"none\"}");
        assertThat(info().statusCode()).isEqualTo(200);
        post("faults", "{\"fault\":\"serverError\",\"seconds\":60,\"call\":\"getInfo\"}");
        assertThat(info().statusCode()).isEqualTo(500);
        assertThat(get("usage").bodyAsJsonObject().getJsonObject("getInfo").getInteger("total"))
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            contacts | {"id":"x","channel":"whatsapp"}
            contacts | {"id":"1","channel":"fax"}
            contacts | {"id":"1"}
            contacts | {"id":"1","channel":"whatsapp","age":3}
            contacts | {"id":"1","channel":"whatsapp","first_name":3}
            contacts | nonsense
            say      | {"contact":"1001","text":"hi","via":"fax"}
            say      | {"contact":"1001","text":3}
            faults   | {"fault":"flood"}
            faults   | {"fault":"slow","millis":60001}
            faults   | {"fault":"cut","call":"fly"}
            faults   | {"fault":"cut","times":0}
            """)
    void whatIsNotUnderstoodIsRefused(String path, String body) {
        assertThat(post(path, body).statusCode()).isEqualTo(400);
    }

    @Test
    void whatCannotBeDoneIsAConflict() {
        assertThat(get("contacts/5").statusCode()).isEqualTo(409);
        assertThat(post("say", "{\"contact\":\"5\",\"text\":\"hi\"}").statusCode())
                .isEqualTo(409);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "127.0.0.1.evil.example:80"})
    void aRequestToAnotherNameIsRefused(String host) {
        HttpResponse<Buffer> refused = result(client.getAbs(emulator.baseUrl() + "/emulator/usage")
                .putHeader("Host", host)
                .send());
        assertThat(refused.statusCode()).isEqualTo(400);
    }

    @Test
    void aFormOfAWebPageIsRefused() {
        HttpResponse<Buffer> refused = result(client.postAbs(emulator.baseUrl() + "/emulator/faults")
                .putHeader("Content-Type", "text/plain")
                .sendBuffer(Buffer.buffer("{\"fault\":\"none\"}")));
        assertThat(refused.statusCode()).isEqualTo(400);
    }

    private HttpResponse<Buffer> info() {
        return result(client.getAbs(emulator.baseUrl() + "/fb/page/getInfo")
                .bearerTokenAuthentication(emulator.apiToken().reveal())
                .send());
    }

    private HttpResponse<Buffer> get(String path) {
        return result(
                client.getAbs(emulator.baseUrl() + "/emulator/" + path.strip()).send());
    }

    private HttpResponse<Buffer> post(String path, String body) {
        return result(client.postAbs(emulator.baseUrl() + "/emulator/" + path.strip())
                .putHeader("Content-Type", "application/json")
                .sendBuffer(Buffer.buffer(body)));
    }
}
