package io.turngate.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model server is as strict as the real ones; a request that is wrong in one point is refused and says which. */
class ModelServerIT {

    private static final String OPENAI = """
            {"model":"test-model","max_tokens":9,"messages":[{"role":"system","content":"s"},{"role":"user","content":"u"}]}""";
    private static final String ANTHROPIC = """
            {"model":"test-model","max_tokens":9,"system":[{"type":"text","text":"s"}],"messages":[{"role":"user","content":"u"}]}""";

    private final Vertx vertx = Vertx.vertx();
    private final WebClient client = WebClient.create(vertx);
    private final ModelServer server = Awaiting.result(ModelServer.start(vertx));

    @AfterEach
    void close() {
        Awaiting.result(vertx.close());
    }

    @Test
    void rightRequestsAreAnswered() {
        assertThat(post(ModelWire.OPENAI, OPENAI).statusCode()).isEqualTo(200);
        assertThat(post(ModelWire.ANTHROPIC, ANTHROPIC).statusCode()).isEqualTo(200);
        assertThat(server.requests()).hasSize(2).allSatisfy(request -> {
            assertThat(request.system()).isEqualTo("s");
            assertThat(request.contents()).containsExactly("u");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "model":"test-model"        | "model":"other"                         | model
            "max_tokens":9,             | ''                                      | max
            "max_tokens":9              | "max_tokens":0                          | max_tokens
            "max_tokens":9              | "max_tokens":9,"surprise":1             | surprise
            "max_tokens":9              | "max_tokens":9,"temperature":3          | temperature
            "role":"user"               | "role":"assistant"                      | role
            "role":"user"               | "role":"contact"                        | role
            "content":"u"               | "content":" "                           | non-empty
            "content":"u"}              | "content":"u"},{"role":"user","content":"v"} | alternate
            "content":"u"}              | "content":"u"},{"role":"assistant","content":"v"} | last
            "content":"u"               | "content":"u","name":"x"                | name
            """)
    void whatIsWrongInOnePointIsRefused(String right, String wrong, String named) {
        for (ModelWire wire : ModelWire.values()) {
            String body = wire == ModelWire.OPENAI ? OPENAI : ANTHROPIC;
            assertThat(body).contains(right);
            HttpResponse<Buffer> answer = post(wire, body.replace(right, wrong));
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.bodyAsJsonObject().getJsonObject("error").getString("message"))
                    .contains(named);
        }
    }

    @Test
    void aSchemaThatADecoderDoesNotTakeIsRefused() {
        String open = "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},\"required\":[\"a\"]}";
        String format = "\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"r\",\"schema\":"
                + open + "}},\"max_tokens\"";
        assertThat(post(ModelWire.OPENAI, OPENAI.replace("\"max_tokens\"", format))
                        .bodyAsString())
                .contains("additionalProperties");
    }

    @Test
    void theKeyAndTheVersionAreAskedFor() {
        assertThat(Awaiting.result(request(ModelWire.OPENAI).sendBuffer(Buffer.buffer(OPENAI)))
                        .statusCode())
                .isEqualTo(401);
        assertThat(Awaiting.result(request(ModelWire.ANTHROPIC)
                                .putHeader("x-api-key", ModelServer.KEY.reveal())
                                .sendBuffer(Buffer.buffer(ANTHROPIC)))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void aScriptAnswersByTheNewestMessage() {
        server.answering(new ModelScript(new JsonArray()
                .add(new JsonObject().put("when", "u").put("say", new JsonObject().put("a", 1)))
                .add(new JsonObject().put("when", "").put("do", "html"))));
        assertThat(post(ModelWire.OPENAI, OPENAI).bodyAsString()).contains("{\\\"a\\\":1}");
        assertThat(post(ModelWire.OPENAI, OPENAI.replace("\"u\"", "\"other\"")).bodyAsString())
                .contains("<html>");
    }

    private HttpResponse<Buffer> post(ModelWire wire, String body) {
        return Awaiting.result(request(wire)
                .putHeader("Authorization", "Bearer " + ModelServer.KEY.reveal())
                .putHeader("x-api-key", ModelServer.KEY.reveal())
                .putHeader("anthropic-version", "2023-06-01")
                .sendBuffer(Buffer.buffer(body)));
    }

    private HttpRequest<Buffer> request(ModelWire wire) {
        return client.post(server.port(), "127.0.0.1", wire.path());
    }
}
