package io.turngate.store.redis;

import static io.turngate.testing.ConversationHarness.contact;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.core.Contact;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.store.Outbox;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.RedisCluster;
import io.turngate.testing.RedisNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A slot is being moved, or has been, and nobody has told the gateway. */
class ClusterPrimariesIT {

    private static final Contact CONTACT = contact(ConversationHarness.CONTACT);
    private static final String PENDING = "tg:{school:1234567}:pending";

    @RegisterExtension
    static final RedisCluster redis = RedisCluster.shared();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    private RedisNode from;
    private RedisNode to;
    private String slot;

    @BeforeEach
    void findTheSlot() {
        from = redis.primaryOf(PENDING);
        to = redis.primaries().stream().filter(node -> node != from).findFirst().orElseThrow();
        slot = Integer.toString(redis.slotOf(PENDING));
        chat.say("other", "so that everything is connected");
    }

    @AfterEach
    void endTheMove() {
        from.call("CLUSTER", "SETSLOT", slot, "STABLE");
        to.call("CLUSTER", "SETSLOT", slot, "STABLE");
    }

    @Test
    void aKeyThatIsNotThereAnyMoreIsAskedForWhereTheSlotIsMovedTo() {
        beginToMove();
        for (int i = 1; i <= 20; i++) {
            chat.await(() -> outbox().append(CONTACT, "{}"));
        }
        assertThat(from.call("CLUSTER", "COUNTKEYSINSLOT", slot)).isEqualTo(0L);
        endMove();
        assertThat(to.call("LLEN", PENDING)).isEqualTo(20L);
    }

    @Test
    void aSlotThatWasMovedIsFoundByTheFirstCommand() {
        beginToMove();
        endMove();
        assertThat(chat.say("hello").outcome()).isEqualTo(Outcome.ANSWERED);
        assertThat(to.call("ZCARD", "tg:{school:1234567}:turns")).isEqualTo(2L);
        assertThat(chat.linkEvents()).doesNotContain("down");
    }

    @Test
    void aMessageWhoseKeysAreApartIsHandedOverWithinItsTime() {
        chat.say("hello");
        from.call("RPUSH", PENDING, "{}");
        beginToMove();
        from.call("MIGRATE", "127.0.0.1", Integer.toString(to.port()), PENDING, "0", "5000");
        long begun = System.nanoTime();
        assertThat(chat.say("and now?").reason()).contains(Reason.STATE_UNAVAILABLE);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));

        to.call("CLUSTER", "SETSLOT", slot, "STABLE");
        from.call("CLUSTER", "SETSLOT", slot, "STABLE");
        assertThat(chat.say("after").outcome()).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void aMessageWaitsForTheEndOfAMoveThatIsShort() {
        chat.say("hello");
        from.call("RPUSH", PENDING, "{}");
        beginToMove();
        from.call("MIGRATE", "127.0.0.1", Integer.toString(to.port()), PENDING, "0", "5000");
        CompletableFuture<Void> end = CompletableFuture.runAsync(
                () -> {
                    redis.moveKeys(from, to, slot);
                    endMove();
                },
                CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
        assertThat(chat.say("and now?").turn()).isEqualTo(2);
        end.join();
    }

    @Test
    void aWalkThroughTheKeysSaysWhenItHasToBeginAnew() {
        assertThatThrownBy(() -> chat.await(() ->
                        outbox().tokens().findWithout(ConversationHarness.TENANT, "10.0.0.1:1 0", Duration.ofDays(1))))
                .hasMessageContaining("begin anew");
    }

    private void beginToMove() {
        to.call("CLUSTER", "SETSLOT", slot, "IMPORTING", RedisCluster.id(from));
        from.call("CLUSTER", "SETSLOT", slot, "MIGRATING", RedisCluster.id(to));
    }

    private void endMove() {
        redis.primaries().forEach(node -> node.call("CLUSTER", "SETSLOT", slot, "NODE", RedisCluster.id(to)));
    }

    private Outbox outbox() {
        return chat.redisStores().outbox();
    }
}
