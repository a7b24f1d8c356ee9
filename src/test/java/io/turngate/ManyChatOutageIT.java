package io.turngate;

import static io.turngate.testing.Awaiting.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.emulator.CallKind;
import io.turngate.emulator.Exchange;
import io.turngate.emulator.Fault;
import io.turngate.emulator.Say;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.EmulatedManyChat;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** ManyChat's API is too busy, away and deaf while a hundred contacts wait for what is pushed to them. */
@Execution(ExecutionMode.CONCURRENT)
class ManyChatOutageIT {

    private static final List<String> CONTACTS =
            IntStream.range(0, 100).mapToObj(i -> Integer.toString(1_000 + i)).toList();
    private static final Duration STORM = Duration.ofSeconds(5);
    private static final Duration AWAY = Duration.ofSeconds(45);
    private static final Duration DEAF = Duration.ofSeconds(15);
    private static final Duration DRAINED = Duration.ofSeconds(90);

    @RegisterExtension
    @Order(1)
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    @Order(2)
    final EmulatedManyChat manyChat = new EmulatedManyChat();

    @RegisterExtension
    @Order(3)
    final RunningGateway gateway = new RunningGateway(redis, this::write);

    /** Nothing that is asked is answered in time. */
    private void write(ConfFolder conf) {
        conf.gateway("replyDeadlineMillis", 1_000).gateway("modelAbortMillis", 4_000);
        manyChat.tenant(conf, "school");
        conf.wiring("school", tenant -> tenant.put("push", new JsonObject().put("onUncertain", "resend")));
        conf.answers(
                "school",
                1_200,
                Map.of(
                        "one", List.of("First."),
                        "two", List.of("Second, in part.", "Second, in whole."),
                        "three", List.of("Third."),
                        "four", List.of("Fourth.")));
    }

    @Test
    void nothingIsLostDoubledSwappedOrSentTooFast() {
        CONTACTS.forEach(manyChat::knows);
        manyChat.pointAt(gateway.port(), "school");
        warm();
        manyChat.emulator().faults().during(STORM, CallKind.SEND_CONTENT, Fault.tooFast());
        tellEach(100, "one");
        awaitDrained();
        assertThat(CONTACTS)
                .allSatisfy(contact -> assertThat(manyChat.pushed(contact)).containsExactly("First."));
        await().atMost(DRAINED)
                .until(() -> CONTACTS.stream()
                        .allMatch(contact -> manyChat.token(contact).isPresent()));

        Future<Void> outage = manyChat.emulator().outage(AWAY);
        tellEach(100, "two");
        tellEach(50, "three");
        tellEach(20, "four");
        await().atMost(AWAY.plusSeconds(5)).until(outage::succeeded);
        manyChat.emulator().faults().during(DEAF, Fault.hang());
        awaitDrained();

        for (int i = 0; i < CONTACTS.size(); i++) {
            assertThat(replies(CONTACTS.get(i))).as("to contact %d", i).isEqualTo(expected(i));
        }
        for (CallKind kind : CallKind.values()) {
            assertThat(manyChat.emulator().usage().mostInASecond(kind))
                    .as(kind.word())
                    .isLessThanOrEqualTo(kind.perSecond());
        }
        assertThat(RedisScan.keys(redis)).noneMatch(key -> key.endsWith(":dead"));
    }

    /** The first moments of a gateway are slow. */
    private void warm() {
        manyChat.knows("999");
        for (int i = 0; i < 3; i++) {
            assertThat(manyChat.say("999", "warm " + i).isAnswered()).isTrue();
        }
    }

    /** The first so many contacts say it, and are told that the answer comes later; nearly all, on a machine that is busy. */
    private void tellEach(int contacts, String text) {
        List<Future<Exchange>> told = CONTACTS.subList(0, contacts).stream()
                .map(contact -> manyChat.begin(Say.of(contact, text)))
                .toList();
        List<String> outcomes = told.stream()
                .map(exchange -> result(exchange).header("X-Turngate-Outcome").orElse(""))
                .toList();
        assertThat(outcomes).allMatch(outcome -> outcome.equals("acknowledged") || outcome.equals("answered"));
        assertThat(outcomes.stream().filter("acknowledged"::equals)).hasSizeGreaterThan(contacts / 2);
    }

    /** What the contact was told, in order, without that it comes later. */
    private List<String> replies(String contact) {
        return manyChat.emulator().contact(contact).texts().stream()
                .filter(text -> !text.equals("One moment, please."))
                .toList();
    }

    private static void awaitDrained() {
        await().atMost(DRAINED)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> RedisScan.keys(redis).stream()
                        .noneMatch(key -> key.endsWith(":pending") || key.endsWith(":lane")));
    }

    private static List<String> expected(int contact) {
        List<String> all = List.of("First.", "Second, in part.", "Second, in whole.", "Third.", "Fourth.");
        return all.subList(0, contact < 20 ? 5 : contact < 50 ? 4 : 3);
    }
}
