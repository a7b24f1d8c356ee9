package io.turngate.store.redis;

import static io.turngate.testing.ConversationHarness.contact;
import static org.awaitility.Awaitility.await;

import io.turngate.conversation.LaneSweeper;
import io.turngate.conversation.LocalLanes;
import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.store.Arrival;
import io.turngate.store.Terms;
import io.turngate.testing.ConversationHarness;
import io.turngate.testing.CountingLaneListener;
import io.turngate.testing.RedisServer;
import io.turngate.testing.TestArrival;
import io.turngate.testing.TestRules;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The index of lanes: whatever it names, each lane that is due comes to its turn. */
class LaneIndexIT {

    private static final Terms TERMS = new Terms(new TestRules().build(), ConversationHarness.LEASE, false);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final ConversationHarness chat = new ConversationHarness(redis);

    private final CountingLaneListener listener = new CountingLaneListener();

    private void leaveBehind(Contact contact) {
        Arrival arrival = TestArrival.of(contact, "dead", "hello");
        chat.await(
                () -> chat.redisStores().conversations().admit(arrival, TERMS, Deadline.after(Duration.ofSeconds(8))));
    }

    private LaneSweeper sweeper() {
        return new LaneSweeper(
                chat.redisStores().lanes(),
                new LocalLanes(),
                listener,
                whose -> Optional.of(TERMS).filter(known -> whose.tenant().equals(ConversationHarness.TENANT)),
                ConversationHarness.LEASE,
                whose -> Future.succeededFuture());
    }

    private void sweep(LaneSweeper sweeper) {
        chat.await(() -> {
            sweeper.sweep();
            return Future.succeededFuture();
        });
    }

    @Test
    void aHundredMembersThatNobodyCanLookAfterDoNotKeepTheNextFromItsTurn() {
        leaveBehind(contact("77"));
        for (int i = 0; i < 60; i++) {
            redis.call("ZADD", Keys.LANES, "1", "gone removed-tenant:" + i);
            redis.call("ZADD", Keys.LANES, "1", "nothing that names a lane " + i);
        }
        redis.call("ZADD", Keys.LANES, "1", "gone school:");
        redis.call("ZADD", Keys.LANES, "1", "gone school:" + "9".repeat(129));
        redis.call("ZADD", Keys.LANES, "2", "gone school:77");
        chat.clock().advance(ConversationHarness.LEASE);
        LaneSweeper sweeper = sweeper();
        await().until(() -> {
            sweep(sweeper);
            return listener.takenOverCount() == 1;
        });
        await().until(() -> Long.valueOf(60).equals(redis.call("ZCARD", Keys.LANES)));
    }

    @Test
    void aLaneThatWasBrokenByHandDoesNotKeepTheOthersFromTheirTurn() {
        for (int i = 0; i < 100; i++) {
            redis.call("SET", Keys.of(contact("broken" + i)).lane(), "not a hash");
            redis.call("ZADD", Keys.LANES, "1", "gone school:broken" + i);
        }
        leaveBehind(contact("77"));
        redis.call("ZADD", Keys.LANES, "2", "gone school:77");
        chat.clock().advance(ConversationHarness.LEASE);
        LaneSweeper sweeper = sweeper();
        await().until(() -> {
            sweep(sweeper);
            return listener.takenOverCount() == 1;
        });
    }

    @Test
    void oneSweepLooksAfterAllThatIsDue() {
        List<Contact> contacts =
                IntStream.range(0, 350).mapToObj(i -> contact("c" + i)).toList();
        contacts.forEach(this::leaveBehind);
        chat.await(() -> chat.redisStores().lanes().enter(contacts, ConversationHarness.LEASE));
        chat.clock().advance(ConversationHarness.LEASE);
        sweep(sweeper());
        await().until(() -> listener.takenOverCount() == 350);
        await().until(() -> Long.valueOf(0).equals(redis.call("ZCARD", Keys.LANES)));
    }
}
