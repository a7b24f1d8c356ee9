package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.turngate.core.Channel;
import io.turngate.emulator.CallKind;
import io.turngate.emulator.ContactView;
import io.turngate.emulator.ContactView.FlowStarted;
import io.turngate.emulator.ContactView.TagEvent;
import io.turngate.emulator.EmulatorOptions;
import io.turngate.emulator.Exchange;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.EmulatedManyChat;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestRules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Contacts, flows and tokens from end to end: a gateway, ManyChat's side of it and Redis. */
class TokenFlowIT {

    /** Each fills a message. */
    private static final List<String> PARAGRAPHS = IntStream.rangeClosed(1, 14)
            .mapToObj(i -> "Part " + i + ":" + " and so on".repeat(150))
            .toList();

    @RegisterExtension
    @Order(1)
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    @Order(2)
    final EmulatedManyChat manyChat = new EmulatedManyChat(EmulatorOptions.STRICT.withReroutedCallbacks());

    @RegisterExtension
    @Order(3)
    final RunningGateway gateway = new RunningGateway(redis, this::write);

    private void write(ConfFolder conf) {
        conf.http("publicUrl", "https://gateway.example");
        for (String name : List.of("school", "withflow", "rollout", "messenger")) {
            manyChat.tenant(conf, name);
            conf.rules(name, new JsonObject().put("escalationKeywords", new JsonArray().add("human")));
            conf.answers(name, 0, Map.of("everything", List.of(String.join("\n\n", PARAGRAPHS))));
        }
        conf.wiring("withflow", tenant -> tenant.getJsonObject("handoff").put("flow", EmulatedManyChat.FLOW));
        conf.wiring("rollout", tenant -> tenant.put("enforce", false));
        conf.wiring(
                "messenger",
                tenant -> tenant.put("channel", "messenger")
                        .getJsonArray("secrets")
                        .add(conf.file("old-secret")));
    }

    @BeforeEach
    void aContactOfTheSchool() {
        manyChat.knows("1001");
        manyChat.pointAt(gateway.port(), "school");
    }

    @Test
    void aTokenIsIssuedWithTheFirstMessageAndOpensTheHistoryWithTheNext() {
        JsonObject first = manyChat.ask("1001", "hello");
        assertThat(first.getBoolean("bound")).isTrue();
        assertThat(first.getInteger("history")).isZero();
        String token = awaitToken("1001");
        assertThat(token).matches("[A-Za-z0-9_-]{43}");

        JsonObject second = manyChat.ask("1001", "and again");
        assertThat(second.getBoolean("bound")).isTrue();
        assertThat(second.getInteger("turn")).isEqualTo(2);
        assertThat(second.getInteger("history")).isEqualTo(2);
        Exchange third = manyChat.say("1001", "and in a block");
        assertThat(third.header("X-Turngate-Turn")).contains("3");
        assertThat(third.header("X-Turngate-History")).contains("4");
        assertThat(manyChat.token("1001")).contains(token);
    }

    @Test
    void aReplyOfMoreThanTenMessagesIsAnsweredInPartAndTheRestIsPushed() {
        assertThat(manyChat.say("1001", "tell me everything").isAnswered()).isTrue();
        assertThat(manyChat.answered("1001")).isEqualTo(PARAGRAPHS.subList(0, 10));
        await().untilAsserted(() -> assertThat(manyChat.pushed("1001")).isEqualTo(PARAGRAPHS.subList(10, 14)));
        assertThat(contact().texts()).isEqualTo(PARAGRAPHS);
    }

    @Test
    void anEscalationInFieldsIsHandedOverByTheApi() {
        manyChat.pointAt(gateway.port(), "withflow");
        JsonObject answer = manyChat.ask("1001", "a human please");
        assertThat(answer.getBoolean("escalated")).isTrue();
        assertThat(answer.getString("reason")).isEqualTo("keyword");
        await().until(() -> !contact().flows().isEmpty());
        assertThatTheTagIsSetAnew();
        assertThat(contact().fields()).containsEntry("ai_reason", "keyword");
        assertThat(String.valueOf(contact().fields().get("ai_link"))).endsWith("/chat/1001");
        assertThat(contact().flows()).extracting(FlowStarted::flow).containsExactly(EmulatedManyChat.FLOW);
        assertThat(contact().texts()).containsExactly(TestRules.ESCALATION);
        assertThat(total(CallKind.REMOVE_TAG, CallKind.ADD_TAG)).isEqualTo(2);
    }

    @Test
    void anEscalationInABlockIsHandedOverByItsActionsAndOnlyTheFlowByTheApi() {
        manyChat.pointAt(gateway.port(), "withflow");
        assertThat(manyChat.say("1001", "a human please").isAnswered()).isTrue();
        assertThatTheTagIsSetAnew();
        assertThat(contact().fields()).containsEntry("ai_reason", "keyword").containsKey("ai_link");
        await().until(() -> !contact().flows().isEmpty());
        assertThat(contact().flows()).hasSize(1);
        assertThatTheTagIsSetAnew();
        assertThat(contact().texts()).containsExactly(TestRules.ESCALATION);
        assertThat(total(CallKind.REMOVE_TAG, CallKind.ADD_TAG, CallKind.SEND_CONTENT))
                .isZero();
    }

    @Test
    void aCallbackTakesTheNextTextWithItsTokenAndRegistersTheNextOne() {
        aContactOnMessenger(ConfFolder.SECRET);
        assertThat(manyChat.say("2001", "hello").isAnswered()).isTrue();
        assertThat(isCallbackWaiting()).isTrue();
        String token = awaitToken("2001");
        for (int i = 2; i <= 4; i++) {
            Exchange next = manyChat.say("2001", "message " + i);
            assertThat(next.isAnswered()).isTrue();
            assertThat(new JsonObject(next.requestBody()))
                    .as("the payload of a callback")
                    .isEqualTo(new JsonObject()
                            .put("subscriber_id", "2001")
                            .put("text", "message " + i)
                            .put("ai_token", token)
                            .put("channel", "messenger"));
            assertThat(next.header("X-Turngate-Turn")).contains(Integer.toString(i));
            assertThat(next.header("X-Turngate-History")).contains(Integer.toString(2 * (i - 1)));
            assertThat(isCallbackWaiting()).isTrue();
        }
    }

    @Test
    void anAnswerToTheRetiringSecretRegistersNoCallback() {
        aContactOnMessenger(ConfFolder.OLD_SECRET);
        assertThat(manyChat.say("2001", "hello").isAnswered()).isTrue();
        assertThat(isCallbackWaiting()).isFalse();
        manyChat.pointAt(gateway.port(), "messenger", ConfFolder.SECRET);
        assertThat(manyChat.say("2001", "hello again").isAnswered()).isTrue();
        assertThat(isCallbackWaiting()).isTrue();
    }

    @Test
    void whileTokensAreRolledOutAMissingOneStillReadsHistoryAndEverybodySeesThat() {
        manyChat.pointAt(gateway.port(), "rollout");
        assertThat(manyChat.ask("1001", "hello").getInteger("history")).isZero();
        awaitToken("1001");
        JsonObject without = new JsonObject(gateway.send(gateway.request("/v1/rollout/messages?format=fields")
                        .header("Authorization", "Bearer " + ConfFolder.SECRET)
                        .POST(BodyPublishers.ofString(SteadyLoad.body("1001", "from an old flow"))))
                .body());
        assertThat(without.getBoolean("bound")).isTrue();
        assertThat(without.getInteger("history")).isEqualTo(2);
        JsonObject states = RunningGateway.json(gateway.send(gateway.management("/health/ready")));
        assertThat(states.getString("binding:rollout")).isEqualTo("not enforced");
        assertThat(states.containsKey("binding:school")).isFalse();
        assertThat(gateway.send(gateway.management("/metrics")).body().lines())
                .anyMatch(line -> line.startsWith("turngate_bindings_total{")
                        && line.contains("tenant=\"rollout\"")
                        && line.contains("enforced=\"false\"")
                        && line.contains("token=\"missing\"")
                        && line.contains("bound=\"true\""));
    }

    /** Known to ManyChat; and the gateway has looked up the id of the field that holds tokens. */
    private void aContactOnMessenger(String secret) {
        manyChat.knows("2001", Channel.MESSENGER);
        manyChat.pointAt(gateway.port(), "messenger", secret);
        await().until(() -> total(CallKind.GET_CUSTOM_FIELDS) >= 1);
        manyChat.knows("2000", Channel.MESSENGER);
        manyChat.pointAt(gateway.port(), "messenger", ConfFolder.SECRET);
        await().until(() -> {
            manyChat.say("2000", "is it known?");
            return manyChat.emulator().contact("2000").callbackWaiting();
        });
        manyChat.pointAt(gateway.port(), "messenger", secret);
    }

    private String awaitToken(String contact) {
        await().until(() -> manyChat.token(contact).isPresent());
        return manyChat.token(contact).orElseThrow();
    }

    private void assertThatTheTagIsSetAnew() {
        assertThat(contact().tagEvents())
                .extracting(TagEvent::tag, TagEvent::added)
                .containsExactly(tuple("needs_human", false), tuple("needs_human", true));
    }

    private boolean isCallbackWaiting() {
        return manyChat.emulator().contact("2001").callbackWaiting();
    }

    private ContactView contact() {
        return manyChat.emulator().contact("1001");
    }

    private int total(CallKind... kinds) {
        int calls = 0;
        for (CallKind kind : kinds) {
            calls += manyChat.emulator().usage().total(kind);
        }
        return calls;
    }
}
