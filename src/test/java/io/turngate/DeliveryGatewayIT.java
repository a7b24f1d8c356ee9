package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.core.Channel;
import io.turngate.emulator.CallKind;
import io.turngate.emulator.ContactSpec;
import io.turngate.emulator.ContactView;
import io.turngate.emulator.ContactView.Received;
import io.turngate.emulator.ContactView.Source;
import io.turngate.emulator.Emulator;
import io.turngate.emulator.EmulatorOptions;
import io.turngate.emulator.Fault;
import io.turngate.testing.EmulatedManyChat;
import io.turngate.testing.RedisServer;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A whole gateway and an emulated ManyChat: what is left in the outbox arrives. */
class DeliveryGatewayIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(redis);

    private final Vertx vertx = Vertx.vertx();
    private Emulator manyChat;

    @BeforeEach
    void start() {
        manyChat = Blocking.await(Emulator.start(vertx, EmulatorOptions.STRICT), LIMIT);
    }

    @AfterEach
    void stop() {
        EmulatedManyChat.note(manyChat);
        Blocking.await(vertx.close(), LIMIT);
    }

    private void serve(String apiToken) {
        gateway.conf().tenantWithKey("academy", apiToken, manyChat.baseUrl());
    }

    private void leave(String contact, String... texts) {
        Blocking.await(manyChat.put(ContactSpec.of(contact, Channel.WHATSAPP)), LIMIT);
        String item = new JsonObject()
                .put("texts", List.of(texts))
                .put("outcome", "answered")
                .put("at", System.currentTimeMillis())
                .encode();
        redis.call("RPUSH", "tg:{academy:" + contact + "}:pending", item);
        redis.call("ZADD", "tg:{academy}:outbox", "LT", "1", contact);
    }

    private String push() {
        return RunningGateway.json(gateway.send(gateway.management("/health/ready")))
                .getString("push:academy", "");
    }

    private boolean isDelivered() {
        return Long.valueOf(0).equals(redis.call("EXISTS", "tg:{academy}:outbox"));
    }

    @Test
    void messagesArriveInTheirOrderWithAGapAndSoDoTokens() {
        redis.call("HSET", "tg:{academy:1001}:contact", "id", "x", "tokenWanted", "1");
        leave("1001", "one", "two", "three");
        serve(manyChat.apiToken().reveal());
        await().atMost(LIMIT).until(this::isDelivered);
        ContactView contact = manyChat.contact("1001");
        assertThat(contact.texts(Source.PUSH)).containsExactly("one", "two", "three");
        List<Received> received = contact.inbox();
        for (int i = 1; i < received.size(); i++) {
            assertThat(Duration.between(
                            received.get(i - 1).at(), received.get(i).at()))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(295));
        }
        assertThat(redis.call("HEXISTS", "tg:{academy:1001}:contact", "token")).isEqualTo(1L);
        assertThat(push()).isEqualTo("up");
    }

    @Test
    void manyContactsAreServedWithoutEverBeingTooFast() {
        IntStream.range(0, 60).forEach(i -> leave("20" + i, "hello", "again"));
        serve(manyChat.apiToken().reveal());
        await().atMost(LIMIT).until(this::isDelivered);
        assertThat(IntStream.range(0, 60)
                        .mapToObj(i -> manyChat.contact("20" + i).texts(Source.PUSH)))
                .allSatisfy(texts -> assertThat(texts).containsExactly("hello", "again"));
        assertThat(manyChat.usage().mostInASecond(CallKind.SEND_CONTENT)).isBetween(10, 25);
        assertThat(gateway.send(gateway.management("/metrics")).body()).doesNotContain("result=\"too_fast\"");
    }

    @Test
    void anAnswerThatIsCutOffIsADeadLetterAndAPersonIsCalled() {
        manyChat.faults().next(1, CallKind.SEND_CONTENT, Fault.cutAfterEffect());
        leave("1001", "one", "two");
        serve(manyChat.apiToken().reveal());
        await().atMost(LIMIT).until(this::isDelivered);
        assertThat(manyChat.contact("1001").texts(Source.PUSH)).containsExactly("one", "two");
        assertThat(redis.call("XLEN", "tg:{academy}:dead")).isEqualTo(1L);
        assertThat(manyChat.contact("1001").tags()).contains("needs_human");
    }

    @Test
    void aWrongKeyShowsInReadinessAndARightOneDelivers() {
        leave("1001", "one");
        serve("1:" + "0".repeat(32));
        await().atMost(LIMIT).until(() -> push().equals("down"));
        assertThat(manyChat.contact("1001").texts(Source.PUSH)).isEmpty();
        serve(manyChat.apiToken().reveal());
        redis.call("ZADD", "tg:{academy}:outbox", "1", "1001");
        gateway.send(
                gateway.operation("/tenants/academy/reload").POST(java.net.http.HttpRequest.BodyPublishers.noBody()));
        await().atMost(LIMIT).until(() -> push().equals("up"));
        redis.call("ZADD", "tg:{academy}:outbox", "1", "1001");
        await().atMost(LIMIT).until(this::isDelivered);
        assertThat(manyChat.contact("1001").texts(Source.PUSH)).containsExactly("one");
    }
}
