package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.turngate.core.Outcome;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.LaneNode;
import io.turngate.testing.RedisNode;
import io.turngate.testing.SentinelTrio;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What sentinels say, and what of it is believed. */
class SentinelWatchIT {

    private static final String OTHER = "other";
    private static final Pattern LISTENING = Pattern.compile("id=(\\d+) [^\\n]*flags=P[^\\n]* sub=1 ");

    @RegisterExtension
    static final SentinelTrio redis = SentinelTrio.shared();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    @Test
    void everySentinelIsListenedToAndAgainWhenThatConnectionIsCut() {
        for (RedisNode sentinel : redis.sentinels()) {
            await().until(() -> listening(sentinel).isPresent());
        }
        RedisNode first = redis.sentinels().get(0);
        String cut = listening(first).orElseThrow();
        first.call("CLIENT", "KILL", "ID", cut);
        await().until(() -> listening(first).filter(id -> !id.equals(cut)).isPresent());
        assertThat(chat.say("hello").outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(chat.linkEvents()).isEqualTo(" up");
    }

    @Test
    void aServerThatIsNoPrimaryIsNotUsedThoughAllNameIt() {
        String replica = Integer.toString(redis.replicas().get(0).port());
        redis.sentinels().forEach(node -> node.call("SENTINEL", "MONITOR", OTHER, "127.0.0.1", replica, "2"));
        try {
            assertThatThrownBy(() -> open(OTHER)).hasMessageContaining("the server is not a primary");
        } finally {
            redis.sentinels().forEach(node -> node.call("SENTINEL", "REMOVE", OTHER));
        }
    }

    @Test
    void whatOneOfThreeSaysIsNotBelieved() {
        String primary = Integer.toString(redis.primary().port());
        RedisNode alone = redis.sentinels().get(1);
        alone.call("SENTINEL", "MONITOR", OTHER, "127.0.0.1", primary, "2");
        try {
            assertThatThrownBy(() -> open(OTHER))
                    .hasMessageContaining("no majority of the 3 sentinels names a primary called other");
        } finally {
            alone.call("SENTINEL", "REMOVE", OTHER);
        }
    }

    @Test
    void withoutSentinelsTheConnectionThatIsThereIsKept() {
        redis.sentinels().forEach(RedisNode::suspend);
        try {
            await().pollDelay(Duration.ofSeconds(2)).until(() -> true);
            assertThat(chat.say("hello").outcome()).isEqualTo(Outcome.ANSWERED);
            assertThat(chat.linkEvents()).isEqualTo(" up");
        } finally {
            redis.sentinels().forEach(RedisNode::resume);
        }
    }

    private static Optional<String> listening(RedisNode sentinel) {
        Matcher line = LISTENING.matcher(String.valueOf(sentinel.call("CLIENT", "LIST")));
        return line.find() ? Optional.of(line.group(1)) : Optional.empty();
    }

    private static void open(String master) {
        RedisEndpoint known = redis.endpoint();
        RedisEndpoint endpoint = new RedisEndpoint(
                known.mode(),
                known.uris(),
                Optional.of(master),
                Optional.empty(),
                Optional.empty(),
                known.commandTimeout(),
                0);
        Vertx vertx = Vertx.vertx();
        try {
            RedisStores stores = ConversationHarness.stores(vertx, endpoint, ContactClock.OF_THE_SERVER, "another");
            Promise<List<?>> opened = Promise.promise();
            vertx.getOrCreateContext()
                    .runOnContext(start -> stores.open()
                            .<List<?>>map(facts -> facts)
                            .eventually(stores::close)
                            .onComplete(opened));
            LaneNode.get(opened.future());
        } finally {
            LaneNode.get(vertx.close().compose(closed -> Future.succeededFuture(true)));
        }
    }
}
