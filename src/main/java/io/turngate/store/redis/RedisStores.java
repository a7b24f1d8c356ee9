package io.turngate.store.redis;

import io.turngate.store.Budgets;
import io.turngate.store.ContactLedger;
import io.turngate.store.ConversationStore;
import io.turngate.store.LaneWatch;
import io.turngate.store.LinkListener;
import io.turngate.store.Outbox;
import io.turngate.store.ServerFacts;
import io.turngate.store.Stores;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** The stores of one event loop over the connections that they share: one to each server that holds keys. */
public final class RedisStores implements Stores {

    private final Primaries primaries;
    private final ConversationStore conversations;
    private final ContactLedger ledger;
    private final LaneWatch lanes;
    private final Outbox outbox;
    private final Budgets budgets;

    /**
     * @param gateway this gateway's name in lanes; the same for all its event loops
     */
    public RedisStores(Vertx vertx, RedisEndpoint endpoint, ContactClock clock, String gateway, LinkListener listener) {
        this.primaries = Primaries.of(vertx, endpoint, listener);
        ScriptRunner scripts = new ScriptRunner(vertx, primaries);
        this.conversations = new RedisConversationStore(scripts, clock, gateway, KeySpace.REAL);
        this.ledger = new RedisContactLedger(scripts, clock, gateway);
        this.lanes = new RedisLaneWatch(scripts, clock, gateway);
        DeliveryScripts delivery = new DeliveryScripts(scripts, clock, gateway);
        this.outbox = new RedisOutbox(delivery);
        this.budgets = new RedisBudgets(delivery);
    }

    @Override
    public Future<List<ServerFacts>> open() {
        return primaries.open();
    }

    @Override
    public ConversationStore conversations() {
        return conversations;
    }

    @Override
    public ContactLedger ledger() {
        return ledger;
    }

    @Override
    public LaneWatch lanes() {
        return lanes;
    }

    @Override
    public Outbox outbox() {
        return outbox;
    }

    @Override
    public Budgets budgets() {
        return budgets;
    }

    @Override
    public Future<Void> close() {
        return primaries.close();
    }
}
