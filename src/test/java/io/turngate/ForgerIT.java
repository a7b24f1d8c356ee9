package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.emulator.CallKind;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.EmulatedManyChat;
import io.turngate.testing.RedisServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Somebody who knows the shared secret, but not the contact's token, writes as that contact. */
class ForgerIT {

    private static final int MESSAGES = 1_000;
    private static final int AT_ONCE = 50;
    private static final int AN_HOUR = 600;
    private static final String CONTACT = "1001";

    @RegisterExtension
    @Order(1)
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    @Order(2)
    final EmulatedManyChat manyChat = new EmulatedManyChat();

    @RegisterExtension
    @Order(3)
    final RunningGateway gateway = new RunningGateway(redis, this::write);

    private void write(ConfFolder conf) {
        manyChat.tenant(conf, "school");
        conf.rules(
                "school",
                new JsonObject()
                        .put("escalationKeywords", new JsonArray().add("human"))
                        .put("rateLimit", new JsonObject().put("turnsPerSubscriberPerHour", AN_HOUR)));
        conf.answers("school", 5);
    }

    @BeforeEach
    void theContactHasAToken() {
        manyChat.knows(CONTACT);
        manyChat.pointAt(gateway.port(), "school");
        manyChat.ask(CONTACT, "hello");
        await().until(() -> manyChat.token(CONTACT).isPresent());
        assertThat(manyChat.ask(CONTACT, "and again").getInteger("history")).isEqualTo(2);
    }

    @Test
    void withoutTheTokenOrWithAWrongOneNothingIsReadOrCounted() {
        for (Map<String, Object> given : List.<Map<String, Object>>of(
                Map.of(), Map.of("ai_token", "A".repeat(43)), Map.of("ai_token", "{{cuf_101}}"))) {
            JsonObject body = new JsonObject(SteadyLoad.body(CONTACT, "what did I say? " + given.size()))
                    .mergeIn(new JsonObject(given));
            JsonObject answer = RunningGateway.json(gateway.post(body.encode()));
            assertThat(answer.getBoolean("bound")).isFalse();
            assertThat(answer.getInteger("history")).isZero();
            assertThat(answer.getInteger("turn")).isZero();
        }
        JsonObject own = manyChat.ask(CONTACT, "still me");
        assertThat(own.getInteger("turn")).isEqualTo(3);
        assertThat(own.getInteger("history")).isEqualTo(4);
    }

    @Test
    void aThousandForgedMessagesChangeNothingForTheContact() {
        List<HttpResponse<String>> forged = new ArrayList<>();
        for (int round = 0; round < MESSAGES / AT_ONCE; round++) {
            List<CompletableFuture<HttpResponse<String>>> flood = flood(round);
            JsonObject own = manyChat.ask(CONTACT, "message " + round);
            assertThat(own.getString("outcome")).isEqualTo("answered");
            assertThat(own.getBoolean("bound")).isTrue();
            assertThat(own.getInteger("turn")).isEqualTo(3 + round);
            assertThat(own.getInteger("history")).isEqualTo(Math.min(10, 4 + 2 * round));
            flood.forEach(message -> forged.add(message.join()));
        }

        assertThat(forged).hasSize(MESSAGES).allSatisfy(response -> {
            assertThat(response.statusCode()).isEqualTo(200);
            JsonObject answer = RunningGateway.json(response);
            assertThat(answer.getBoolean("bound")).isFalse();
            assertThat(answer.getInteger("history")).isZero();
        });
        assertThat(reasons(forged)).containsEntry("rate_limited", (long) MESSAGES - AN_HOUR);
        assertThat(manyChat.pushed(CONTACT)).isEmpty();
        assertThat(manyChat.emulator().contact(CONTACT).tagEvents()).isEmpty();
        assertThatOnlyOneTokenWasWritten();
    }

    /** Every other one asks for a person. */
    private List<CompletableFuture<HttpResponse<String>>> flood(int round) {
        return IntStream.range(0, AT_ONCE)
                .mapToObj(i -> (i % 2 == 0 ? "forged " : "a human for ") + round + "-" + i)
                .map(text -> gateway.postAsync(SteadyLoad.body(CONTACT, text)))
                .toList();
    }

    private static Map<String, Long> reasons(List<HttpResponse<String>> forged) {
        return forged.stream()
                .map(response -> RunningGateway.json(response).getString("reason"))
                .collect(Collectors.groupingBy(reason -> reason, Collectors.counting()));
    }

    private void assertThatOnlyOneTokenWasWritten() {
        Set<CallKind> asking = EnumSet.of(CallKind.GET_INFO, CallKind.GET_CUSTOM_FIELDS);
        for (CallKind kind : CallKind.values()) {
            if (!asking.contains(kind)) {
                assertThat(manyChat.emulator().usage().total(kind))
                        .as(kind.word())
                        .isEqualTo(kind == CallKind.SET_CUSTOM_FIELD ? 1 : 0);
            }
        }
        assertThat(manyChat.emulator().contact(CONTACT).fieldEvents().stream()
                        .filter(event -> event.field().equals(EmulatedManyChat.TOKEN_FIELD)))
                .hasSize(1);
    }
}
