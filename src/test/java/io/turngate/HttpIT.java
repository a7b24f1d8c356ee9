package io.turngate;

import static io.turngate.RunningGateway.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.testing.ConfFolder;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The public server: what it takes, what it answers, what it refuses. */
class HttpIT {

    private static final String HELLO = "{\"subscriber_id\":\"1001\",\"text\":\"hello\"}";

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(redis, conf -> {
        conf.http("requestsPerMinutePerAddress", 20).http("publicUrl", "https://gate.example.com");
        conf.tenant("broken").write("tenants/broken/rules.json", "{");
        conf.rules(
                "school",
                new JsonObject(
                        "{\"duplicateSeconds\":0,\"escalationKeywords\":[\"human\"],\"rateLimit\":{\"turnsPerSubscriberPerHour\":3}}"));
    });

    @Test
    void aMessageIsAnsweredInFlatFields() {
        HttpResponse<String> first = gateway.post(HELLO);
        HttpResponse<String> second = gateway.post(HELLO.replace("hello", "and then?"));

        assertThat(first.statusCode()).isEqualTo(200);
        assertThat(json(second))
                .isEqualTo(new JsonObject("{\"reply\":\"The answer.\",\"outcome\":\"answered\",\"reason\":\"\","
                        + "\"escalated\":false,\"turn\":2,\"turns_left\":23,\"history\":2,\"bound\":true}"));
        assertThat(header(second, "X-Turngate-Outcome")).isEqualTo("answered");
        assertThat(header(second, "X-Turngate-Reason")).isEmpty();
        assertThat(header(second, "X-Turngate-Turn")).isEqualTo("2");
        assertThat(header(second, "X-Turngate-History")).isEqualTo("2");
        assertThat(header(second, "X-Request-Id")).matches("[0-9a-f]{16}");
    }

    @ParameterizedTest
    @CsvSource({"messenger,", "whatsapp,whatsapp", "instagram,instagram", "telegram,telegram", "IG,instagram"})
    void aMessageIsAnsweredAsADynamicBlockOfItsChannel(String channel, String type) {
        HttpResponse<String> response = gateway.send(gateway.request("/v1/school/messages")
                .header("X-Turngate-Secret", ConfFolder.OLD_SECRET)
                .POST(BodyPublishers.ofString(
                        "{\"channel\":\"" + channel + "\",\"contact\":{\"id\":\"7\",\"last_input_text\":\"hi\"}}")));
        JsonObject content = json(response).getJsonObject("content");
        assertThat(json(response).getString("version")).isEqualTo("v2");
        assertThat(content.getString("type")).isEqualTo(type);
        assertThat(content.getJsonArray("messages").encode())
                .isEqualTo("[{\"type\":\"text\",\"text\":\"The answer.\"}]");
        assertThat(content.containsKey("quick_replies")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        ConfFolder.SECRET + ",messenger,true",
        ConfFolder.OLD_SECRET + ",messenger,false",
        ConfFolder.SECRET + ",telegram,false"
    })
    void aMessengerAnswerRegistersACallbackWithTheSecretThatStays(String secret, String channel, boolean registers) {
        HttpResponse<String> response = gateway.send(gateway.request("/v1/school/messages")
                .header("Authorization", "Bearer " + secret)
                .POST(BodyPublishers.ofString(HELLO.replace("{", "{\"channel\":\"" + channel + "\","))));
        JsonObject callback = json(response).getJsonObject("content").getJsonObject("external_message_callback");
        assertThat(callback != null).isEqualTo(registers);
        if (callback != null) {
            assertThat(callback.getString("url")).isEqualTo("https://gate.example.com/v1/school/messages");
            assertThat(callback.getJsonObject("headers").getString("Authorization"))
                    .isEqualTo("Bearer " + secret);
            assertThat(callback.getJsonObject("payload").getString("subscriber_id"))
                    .isEqualTo("1001");
        }
    }

    @Test
    void anEscalationTagsTheContactAndSetsTheReason() {
        HttpResponse<String> response = gateway.send(gateway.request("/v1/school/messages")
                .header("Authorization", "bearer " + ConfFolder.SECRET)
                .POST(BodyPublishers.ofString(HELLO.replace("hello", "a human please"))));
        JsonObject content = json(response).getJsonObject("content");
        assertThat(content.getJsonArray("messages").encode()).contains(TestRules.ESCALATION);
        assertThat(content.getJsonArray("actions").encode())
                .isEqualTo("[{\"action\":\"remove_tag\",\"tag_name\":\"needs_human\"},"
                        + "{\"action\":\"add_tag\",\"tag_name\":\"needs_human\"},"
                        + "{\"action\":\"set_field_value\",\"field_name\":\"handover_reason\",\"value\":\"keyword\"}]");
        assertThat(header(response, "X-Turngate-Outcome")).isEqualTo("escalated");
        assertThat(header(response, "X-Turngate-Reason")).isEqualTo("keyword");
    }

    @Test
    void aRefusedMessageIsStillAnsweredWithWords() {
        IntStream.range(0, 3).forEach(i -> gateway.post(HELLO));
        HttpResponse<String> response = gateway.post(HELLO);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(json(response).getString("reason")).isEqualTo("rate_limited");
        assertThat(json(response).getString("reply")).isEqualTo(TestRules.ESCALATION);
        assertThat(json(response).getInteger("turn")).isZero();
    }

    @Test
    void theCallersRequestIdIsKeptIfItIsHarmless() {
        assertThat(header(gateway.send(gateway.message(HELLO).header("X-Request-Id", "flow-7.a")), "X-Request-Id"))
                .isEqualTo("flow-7.a");
        assertThat(header(gateway.send(gateway.message(HELLO).header("X-Request-Id", "a b\"c")), "X-Request-Id"))
                .matches("[0-9a-f]{16}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/school/messages", "/v1/nobody/messages", "/v1/No%20body/messages"})
    void aWrongSecretAndAnUnknownTenantAnswerTheSame(String path) {
        HttpResponse<String> response = gateway.send(gateway.request(path)
                .header("Authorization", "Bearer wrong")
                .POST(BodyPublishers.ofString("not even JSON")));
        assertProblem(response, 401, "expected the tenant's secret as Authorization: Bearer or X-Turngate-Secret");
        assertThat(header(response, "WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(RedisScan.keys(redis)).isEmpty();
    }

    @Test
    void noSecretIsUnauthorized() {
        HttpResponse<String> response =
                gateway.send(gateway.request("/v1/school/messages").POST(BodyPublishers.ofString(HELLO)));
        assertThat(response.statusCode()).isEqualTo(401);
    }

    @Test
    void aTenantWhoseConfigurationNeverLoadedIsUnavailable() {
        HttpResponse<String> response =
                gateway.send(gateway.request("/v1/broken/messages").POST(BodyPublishers.ofString(HELLO)));
        assertProblem(response, 503, "the tenant's configuration has never loaded; turngate check says why");
    }

    @Test
    void anAddressWithoutAValidSecretHasABudgetAndOneWithASecretHasNot() {
        IntStream.range(0, 20)
                .forEach(i ->
                        assertThat(gateway.send(unauthenticated()).statusCode()).isEqualTo(401));
        HttpResponse<String> over = gateway.send(unauthenticated());
        assertProblem(over, 429, "too many requests without a valid secret from this address");
        assertThat(header(over, "Retry-After")).isEqualTo("60");
        assertThat(gateway.post(HELLO).statusCode()).isEqualTo(200);
    }

    private HttpRequest.Builder unauthenticated() {
        return gateway.request("/v1/school/messages").POST(BodyPublishers.ofString(HELLO));
    }

    @Test
    void anotherMethodIsNotAllowed() {
        HttpResponse<String> response =
                gateway.send(gateway.request("/v1/school/messages").GET());
        assertProblem(response, 405, "this path does not take this method");
        assertThat(header(response, "Allow")).isEqualTo("POST");
    }

    @Test
    void anotherPathIsNotThere() {
        assertProblem(gateway.send(gateway.request("/v1/school").GET()), 404, "nothing is served under this path");
    }

    @Test
    void anUnknownFormatIsRefused() {
        HttpResponse<String> response = gateway.send(gateway.request("/v1/school/messages?format=xml")
                .header("Authorization", "Bearer " + ConfFolder.SECRET)
                .POST(BodyPublishers.ofString(HELLO)));
        assertProblem(response, 400, "the query parameter format must be block or fields");
    }

    @Test
    void aFormOrNoBodyIsRefused() {
        HttpResponse<String> form = gateway.send(HttpRequest.newBuilder(
                        gateway.request("/v1/school/messages").build().uri())
                .header("Authorization", "Bearer " + ConfFolder.SECRET)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("text=%ZZ&subscriber_id=1")));
        assertProblem(form, 400, "expected a JSON body with Content-Type application/json, found a form");
        HttpResponse<String> none = gateway.send(gateway.request("/v1/school/messages")
                .header("Authorization", "Bearer " + ConfFolder.SECRET)
                .POST(BodyPublishers.noBody()));
        assertThat(none.statusCode()).isEqualTo(400);
    }

    private static void assertProblem(HttpResponse<String> response, int status, String detail) {
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(header(response, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(json(response).getMap().keySet()).containsExactly("type", "title", "status", "detail");
        assertThat(json(response).getInteger("status")).isEqualTo(status);
        assertThat(json(response).getString("detail")).isEqualTo(detail);
    }

    private static String header(HttpResponse<String> response, String name) {
        return response.headers().firstValue(name).orElse("(none)");
    }
}
