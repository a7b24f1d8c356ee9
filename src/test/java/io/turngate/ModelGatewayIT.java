package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.testing.ConfFolder;
import io.turngate.testing.KeptTurns;
import io.turngate.testing.ModelAnswer;
import io.turngate.testing.ModelRequest;
import io.turngate.testing.ModelServer;
import io.turngate.testing.ModelWire;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole gateway whose tenant has a model: what the model is asked on the wire, and what contacts read. */
class ModelGatewayIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Vertx VERTX = Vertx.vertx();
    private static final String PROMPT = "You answer for a language school. You are brief.";
    private static final String CATALOG =
            "{\"items\":[{\"name\":\"Group course\",\"price\":12000,\"currency\":\"EUR\"}]}";

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    private static final ModelServer server = Blocking.await(ModelServer.start(VERTX), LIMIT);

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(redis, conf -> configure(conf, ModelWire.OPENAI));

    @AfterAll
    static void stopModel() {
        Blocking.await(VERTX.close(), LIMIT);
    }

    @BeforeEach
    void answer() {
        server.forget();
        server.answering(ModelAnswer.reply("A group course is 120 EUR."));
    }

    private static void configure(ConfFolder conf, ModelWire wire) {
        conf.model("school", server.runner(wire, conf)).write("tenants/school/catalog.json", CATALOG);
    }

    private JsonObject say(String text) {
        return RunningGateway.json(gateway.post(new JsonObject()
                .put("subscriber_id", "1001")
                .put("first_name", "Ana")
                .put("text", text)
                .encode()));
    }

    private void reload() {
        assertThat(gateway.send(gateway.operation("/tenants/school/reload").POST(BodyPublishers.noBody()))
                        .body())
                .contains("loaded");
    }

    @ParameterizedTest
    @EnumSource(ModelWire.class)
    void theModelIsAskedWithTheWholeConversationAndItsReplyIsRead(ModelWire wire) {
        configure(gateway.conf(), wire);
        if (wire != ModelWire.OPENAI) {
            reload();
        }
        assertThat(say("hello").getString("outcome")).isEqualTo("answered");
        JsonObject answer = say("what does it cost?");

        assertThat(answer.encode()).contains("A group course is 120 EUR.");
        assertThat(answer.getInteger("history")).isEqualTo(2);
        ModelRequest asked = server.last();
        assertThat(asked.wire()).isEqualTo(wire);
        assertThat(asked.system())
                .startsWith(PROMPT + "\n\n# Rules of the house")
                .endsWith("# Catalog\n\n- Group course: 120 EUR");
        assertThat(asked.roles()).containsExactly("user", "assistant", "user");
        assertThat(asked.contents())
                .containsExactly(
                        "(said just now)\n<<<message\nhello\nmessage>>>",
                        "(said just now)\nA group course is 120 EUR.",
                        "Channel: whatsapp\n<<<name\nAna\nname>>>\n\n<<<message\nwhat does it cost?\nmessage>>>");
    }

    @Test
    void anotherProviderIsAnEditAndAReload() {
        say("hello");
        assertThat(server.last().wire()).isEqualTo(ModelWire.OPENAI);
        configure(gateway.conf(), ModelWire.ANTHROPIC);
        reload();
        assertThat(say("hello again").getString("outcome")).isEqualTo("answered");
        assertThat(server.last().wire()).isEqualTo(ModelWire.ANTHROPIC);
        assertThat(server.last().roles()).containsExactly("user", "assistant", "user");
    }

    @Test
    void whatMayNotBeSentIsHandedOverAndTheNextMessageWorks() {
        server.answering(ModelAnswer.reply("For you it is 99 EUR."));
        JsonObject handedOver = say("can I have it for less?");
        assertThat(handedOver.getString("outcome")).isEqualTo("escalated");
        assertThat(handedOver.getString("reason")).isEqualTo("bad_reply");
        assertThat(handedOver.encode()).contains(TestRules.ESCALATION).doesNotContain("99 EUR");

        server.answering(ModelAnswer.reply("It is 120 EUR."));
        assertThat(say("and the course?").getString("outcome")).isEqualTo("answered");
        assertThat(server.last().contents().get(1)).isEqualTo("(said just now)\n[handed to a colleague]");
    }

    @Test
    void aReplyWithoutItsFormIsRepaired() {
        server.answeringInTurn(ModelAnswer.text("It is 120 EUR."), ModelAnswer.reply("It is 120 EUR."));
        assertThat(say("price?").getString("outcome")).isEqualTo("answered");
        assertThat(server.requests()).hasSize(2);
        assertThat(server.last().roles()).containsExactly("user", "assistant", "user");
    }

    @Test
    void aDeadModelIsHandedOverAndItsFallbackAnswers() {
        JsonObject dead = server.runner(ModelWire.OPENAI, gateway.conf()).put("baseUrl", "http://127.0.0.1:1/v1");
        gateway.conf().wiring("school", tenant -> tenant.put("runner", dead));
        reload();
        assertThat(say("hello").getString("reason")).isEqualTo("model_error");

        dead.put("fallback", server.runner(ModelWire.ANTHROPIC, gateway.conf()));
        gateway.conf().wiring("school", tenant -> tenant.put("runner", dead));
        reload();
        assertThat(say("hello?").getString("outcome")).isEqualTo("answered");
        assertThat(server.last().wire()).isEqualTo(ModelWire.ANTHROPIC);
    }

    /** Of 100 tokens read 64 come from the cache, on both wires; 20 are written. */
    @Test
    void whatIsOfNoUseCountsInTheDayAtItsOwnPriceAndTheTurnNamesWhoAnswered() {
        JsonObject dear = server.runner(ModelWire.OPENAI, gateway.conf())
                .put("price", price(100, 1_000))
                .put(
                        "fallback",
                        server.runner(ModelWire.ANTHROPIC, gateway.conf()).put("price", price(1, 2)));
        gateway.conf().wiring("school", tenant -> tenant.put("runner", dear));
        reload();
        server.answering(asked -> asked.wire() == ModelWire.OPENAI
                ? ModelAnswer.truncated("It is 1")
                : ModelAnswer.reply("It is 120 EUR."));
        assertThat(say("price?").getString("outcome")).isEqualTo("answered");

        JsonObject answer = KeptTurns.agents(redis, "1001").get(0);
        assertThat(answer.getString("runner")).isEqualTo("anthropic/" + ModelServer.MODEL);
        assertThat(answer.getInteger("tokensIn")).isEqualTo(200);
        assertThat(answer.getInteger("tokensOut")).isEqualTo(40);
        awaitDay(240, 30_000 + 140);

        server.answering(ModelAnswer.refusal());
        assertThat(say("price??").getString("reason")).isEqualTo("model_error");
        awaitDay(480, 2 * (30_000 + 140));
        server.answering(ModelAnswer.text("no form"));
        assertThat(say("price???").getString("reason")).isEqualTo("bad_reply");
        awaitDay(720, 4 * 30_000 + 2 * 140);
        assertThat(gateway.send(gateway.management("/metrics")).body())
                .contains(tokens("anthropic", "written") + "40.0", tokens("openai", "written") + "80.0")
                .contains(tokens("openai", "read") + "144.0", tokens("openai", "cached") + "256.0");
    }

    private static JsonObject price(int read, int written) {
        return new JsonObject().put("inputPerMillion", read).put("outputPerMillion", written);
    }

    private static void awaitDay(int tokens, int microUsd) {
        String day = DateTimeFormatter.BASIC_ISO_DATE.format(LocalDate.now(ZoneOffset.UTC));
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(redis.call("HMGET", "tg:{school}:budget:" + day, "tokens", "cost"))
                        .isEqualTo(List.of(Integer.toString(tokens), Integer.toString(microUsd))));
    }

    private static String tokens(String provider, String kind) {
        return "turngate_model_tokens_total{kind=\"" + kind + "\",model=\"" + ModelServer.MODEL + "\",provider=\""
                + provider + "\",tenant=\"school\"} ";
    }
}
