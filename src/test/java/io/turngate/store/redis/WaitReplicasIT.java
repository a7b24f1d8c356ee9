package io.turngate.store.redis;

import static io.turngate.testing.ConversationHarness.contact;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Outcome;
import io.turngate.store.Outbox.Claim;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.RedisMonitor;
import io.turngate.testing.RedisNode;
import io.turngate.testing.RedisServer;
import io.turngate.testing.SentinelTrio;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** {@code redis.waitReplicas}: what an answer says is with replicas before it goes out, or that is counted. */
class WaitReplicasIT {

    private static final Duration LEASE = Duration.ofSeconds(30);

    @Nested
    class WithReplicas {

        @RegisterExtension
        static final SentinelTrio redis = SentinelTrio.shared();

        @RegisterExtension
        final ConversationHarness chat = new ConversationHarness(redis.endpoint(2));

        @Test
        void whatWasAnsweredIsWithBothReplicas() {
            for (int i = 1; i <= 20; i++) {
                String contact = "c" + i;
                assertThat(chat.say(contact, "hello").outcome()).isEqualTo(Outcome.ANSWERED);
                for (RedisNode replica : redis.replicas()) {
                    assertThat(replica.call("ZCARD", "tg:{school:" + contact + "}:turns"))
                            .isEqualTo(2L);
                }
            }
            assertThat(chat.linkEvents()).isEqualTo(" up");
        }

        @Test
        void oneThatHangsIsWaitedForOnceAndThenNobodyIsHeldUpMuch() {
            redis.replicas().get(0).suspend();
            long begun = System.nanoTime();
            assertThat(chat.say("hello").outcome()).isEqualTo(Outcome.ANSWERED);
            long first = System.nanoTime() - begun;
            assertThat(chat.say("and again").outcome()).isEqualTo(Outcome.ANSWERED);
            long second = System.nanoTime() - begun - first;

            assertThat(chat.linkEvents()).isEqualTo(" up short:1 short:1");
            assertThat(Duration.ofNanos(first)).isGreaterThan(Duration.ofMillis(800));
            assertThat(second).isLessThan(first);
        }
    }

    @Nested
    class WithoutReplicas {

        @RegisterExtension
        static final RedisServer redis = RedisServer.create();

        @RegisterExtension
        final ConversationHarness chat = new ConversationHarness(waitingFor(redis, 1));

        @Test
        void aSettlementWaitsAndAnAdmissionDoesNot() {
            chat.say("so that scripts are loaded");
            try (RedisMonitor monitor = redis.monitor()) {
                chat.say("hello");
                assertThat(monitor.clientLines().stream().map(WaitReplicasIT::command))
                        .containsExactly("EVALSHA", "EVALSHA", "SET", "WAIT");
            }
            assertThat(redis.call("GET", "tg:{school:1234567}:wait")).isEqualTo("");
        }

        @Test
        void manyAtOnceShareTheirWaits() {
            chat.say("so that it is known that there are no replicas");
            try (RedisMonitor monitor = redis.monitor()) {
                chat.await(() -> Future.all(IntStream.range(0, 50)
                        .mapToObj(i -> chat.post("c" + i, "hello"))
                        .toList()));
                List<String> commands = monitor.clientLines().stream()
                        .map(WaitReplicasIT::command)
                        .toList();
                assertThat(commands.stream().filter("WAIT"::equals).count()).isBetween(1L, 25L);
            }
            assertThat(IntStream.of(shortAnswers()).sum()).isEqualTo(51);
        }

        @Test
        void aTokensDigestWaitsBeforeItIsUsed() {
            chat.tenant().token(true);
            chat.say("hello");
            Claim.Taken taken = (Claim.Taken)
                    chat.await(() -> chat.redisStores().outbox().claim(contact(ConversationHarness.CONTACT), LEASE));
            try (RedisMonitor monitor = redis.monitor()) {
                chat.await(() -> chat.redisStores().outbox().tokens().mint(taken.lease(), "d".repeat(64)));
                assertThat(monitor.clientLines().stream().map(WaitReplicasIT::command))
                        .containsExactly("EVALSHA", "SET", "WAIT");
            }
        }

        /** Else a marker could be written to another server than what it is to vouch for. */
        @Test
        void bothConnectionsAreMadeAnewWhenOneOfThemIsCut() {
            chat.say("hello");
            String waits = String.valueOf(redis.call("CLIENT", "LIST"))
                    .lines()
                    .filter(line -> line.contains(" cmd=wait "))
                    .map(line -> line.substring("id=".length(), line.indexOf(' ')))
                    .findFirst()
                    .orElseThrow();
            redis.call("CLIENT", "KILL", "ID", waits);
            Awaitility.await().until(() -> chat.linkEvents().endsWith(" down up"));
        }

        private int[] shortAnswers() {
            return chat.linkEvents()
                    .lines()
                    .flatMap(line -> List.of(line.split(" ")).stream())
                    .filter(event -> event.startsWith("short:"))
                    .mapToInt(event -> Integer.parseInt(event.substring("short:".length())))
                    .toArray();
        }
    }

    /** The server, and how many replicas must confirm. */
    static RedisEndpoint waitingFor(RedisServer redis, int replicas) {
        RedisEndpoint plain = redis.endpoint();
        return new RedisEndpoint(
                plain.mode(),
                plain.uris(),
                plain.master(),
                plain.username(),
                plain.password(),
                plain.commandTimeout(),
                replicas);
    }

    /** {@code 1700000000.123456 [0 127.0.0.1:40000] "WAIT" "1" "900"}. */
    private static String command(String line) {
        return line.split("\"", 3)[1].toUpperCase(Locale.ROOT);
    }
}
