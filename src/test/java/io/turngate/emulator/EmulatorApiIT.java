package io.turngate.emulator;

import static io.turngate.testing.Awaiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.core.Channel;
import io.turngate.emulator.ContactView.FlowStarted;
import io.turngate.emulator.ContactView.TagEvent;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The API, call by call, with requests as they could come from anybody. */
class EmulatorApiIT {

    private static final String CONTENT = "\"data\":{\"version\":\"v2\",\"content\":{\"type\":\"whatsapp\","
            + "\"messages\":[{\"type\":\"text\",\"text\":\"hi\"}]}}";

    private volatile Instant now = Instant.parse("2026-03-02T09:00:00Z");
    private Vertx vertx;
    private WebClient client;
    private Emulator emulator;

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
        client = WebClient.create(vertx);
        emulator = result(Emulator.start(vertx, EmulatorOptions.STRICT.with(() -> now)));
        result(emulator.put(ContactSpec.of("1", Channel.WHATSAPP)));
    }

    @AfterEach
    void stop() {
        result(vertx.close());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sending/sendContent             | {"subscriber_id":"1",CONTENT}
            sending/sendContent             | {"subscriber_id":1.0,CONTENT}
            sending/sendContent             | {CONTENT}
            sending/sendContent             | {"subscriber_id":1}
            sending/sendContent             | {"subscriber_id":1,"message_tag":"ACCOUNT_UPDATE",CONTENT}
            sending/sendFlow                | {"subscriber_id":1,"flow_ns":"other"}
            sending/sendFlow                | {"subscriber_id":1,"flow_ns":1}
            sending/sendFlow                | {"subscriber_id":1,"flow_ns":"content1","x":1}
            subscriber/setCustomFieldByName | {"subscriber_id":1,"field_name":"unknown","field_value":"a"}
            subscriber/setCustomFieldByName | {"subscriber_id":1,"field_name":"ai_token","field_value":null}
            subscriber/addTagByName         | {"subscriber_id":1,"tag_name":"unknown"}
            subscriber/addTagByName         | {"subscriber_id":1}
            subscriber/removeTagByName      | {"subscriber_id":1,"tag_name":"unknown"}
            subscriber/removeTagByName      | []
            """)
    void whatIsNotAsItShouldBeIsNamedAndHasNoEffect(String path, String body) {
        HttpResponse<Buffer> answer = post(path, body.replace("CONTENT", CONTENT));
        assertThat(answer.statusCode()).isEqualTo(400);
        JsonObject json = answer.bodyAsJsonObject();
        assertThat(json.getString("status")).isEqualTo("error");
        assertThat(json.getJsonObject("details")
                        .getJsonArray("messages")
                        .getJsonObject(0)
                        .getString("message"))
                .isNotBlank();
        ContactView contact = emulator.contact("1");
        assertThat(contact.inbox()).isEmpty();
        assertThat(contact.flows()).isEmpty();
        assertThat(contact.fields()).isEmpty();
        assertThat(contact.tagEvents()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "nonsense"})
    void aBodyThatIsNotJsonIsRefused(String body) {
        assertThat(post("sending/sendContent", body).statusCode()).isEqualTo(400);
    }

    @Test
    void whoHasNoKeyIsToldSoAndNotCounted() {
        HttpResponse<Buffer> answer =
                result(client.getAbs(emulator.baseUrl() + "/fb/page/getInfo").send());
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.bodyAsJsonObject())
                .isEqualTo(new JsonObject().put("status", "error").put("message", "Wrong token"));
        assertThat(emulator.usage().total(CallKind.GET_INFO)).isZero();
    }

    @Test
    void tagsAreKeptWithTheirHistory() {
        post("subscriber/addTagByName", "{\"subscriber_id\":1,\"tag_name\":\"needs_human\"}");
        post("subscriber/removeTagByName", "{\"subscriber_id\":1,\"tag_name\":\"needs_human\"}");
        assertThat(emulator.contact("1").tags()).isEmpty();
        assertThat(emulator.contact("1").tagEvents())
                .containsExactly(new TagEvent("needs_human", true, now), new TagEvent("needs_human", false, now));
    }

    @Test
    void contentIsTakenForADayAfterTheLastMessage() {
        Instant start = now;
        now = start.plus(Duration.ofHours(24));
        assertThat(sendContent().statusCode()).isEqualTo(200);
        now = start.plus(Duration.ofHours(24)).plusMillis(1);
        HttpResponse<Buffer> late = sendContent();
        assertThat(late.statusCode()).isEqualTo(400);
        assertThat(late.bodyAsJsonObject().getInteger("code")).isEqualTo(3011);
        assertThat(emulator.contact("1").texts()).containsExactly("hi");
    }

    @Test
    void theWindowCanBeSwitchedOff() {
        emulator = result(
                Emulator.start(vertx, EmulatorOptions.STRICT.with(() -> now).withoutWindow()));
        result(emulator.put(ContactSpec.of("1", Channel.WHATSAPP).seenAt(Instant.EPOCH)));
        assertThat(sendContent().statusCode()).isEqualTo(200);
    }

    @Test
    void theCallAfterTheLastOneOfASecondIsTooFastAndHasNoEffect() {
        for (int i = 0; i < 25; i++) {
            assertThat(sendContent().statusCode()).isEqualTo(200);
        }
        HttpResponse<Buffer> tooFast = sendContent();
        assertThat(tooFast.statusCode()).isEqualTo(429);
        assertThat(tooFast.bodyAsJsonObject().getString("message")).isEqualTo("Api max rps reached");
        assertThat(emulator.contact("1").texts()).hasSize(25);
        now = now.plusSeconds(1);
        assertThat(sendContent().statusCode()).isEqualTo(200);
    }

    @Test
    void aContactIsGivenAHundredFlowsAnHour() {
        Instant first = now;
        for (int i = 0; i < 100; i++) {
            assertThat(sendFlow().statusCode()).isEqualTo(200);
            now = now.plusSeconds(1);
        }
        assertThat(sendFlow().statusCode()).isEqualTo(429);
        assertThat(emulator.contact("1").flows()).hasSize(100).startsWith(new FlowStarted("content1", first));
        now = first.plus(Duration.ofHours(1));
        assertThat(sendFlow().statusCode()).isEqualTo(200);
    }

    @Test
    void whoIsForgottenDoesNotExist() {
        result(emulator.forget("1"));
        HttpResponse<Buffer> answer = sendContent();
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.bodyAsJsonObject().getString("message")).isEqualTo("Subscriber does not exist");
        assertThat(emulator.findContact("1")).isEmpty();
    }

    @Test
    void afterAnOutageItIsWhereItWas() {
        int port = emulator.port();
        result(emulator.outage(Duration.ofMillis(50)));
        assertThat(emulator.port()).isEqualTo(port);
        assertThat(sendContent().statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "192.168.1.1", "example.org", "::"})
    void itListensOnLoopbackOnly(String host) {
        assertThatThrownBy(() -> EmulatorOptions.STRICT.on(host, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("loopback");
    }

    private HttpResponse<Buffer> sendContent() {
        return post("sending/sendContent", "{\"subscriber_id\":1," + CONTENT + "}");
    }

    private HttpResponse<Buffer> sendFlow() {
        return post("sending/sendFlow", "{\"subscriber_id\":1,\"flow_ns\":\"content1\"}");
    }

    private HttpResponse<Buffer> post(String path, String body) {
        return result(client.postAbs(emulator.baseUrl() + "/fb/" + path)
                .bearerTokenAuthentication(emulator.apiToken().reveal())
                .putHeader("Content-Type", "application/json")
                .sendBuffer(Buffer.buffer(body)));
    }
}
