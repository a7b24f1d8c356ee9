package io.turngate.store;

import io.vertx.core.Future;
import java.util.List;

/** The kept state as one event loop reaches it. Opened, used and closed on the context of one verticle. */
public interface Stores {

    /**
     * Begins to connect and goes on until closed. Completes with the first attempt, with what each server that was reached
     * says of itself: failed if none is there yet, which is not the end of it.
     */
    Future<List<ServerFacts>> open();

    /** The conversations. */
    ConversationStore conversations();

    /** What operators ask of contacts. */
    ContactLedger ledger();

    /** The lanes that have to be looked after. */
    LaneWatch lanes();

    /** What is to be brought to ManyChat by its API. */
    Outbox outbox();

    /** What was spent on models. */
    Budgets budgets();

    /** Closes the connections; what is in flight fails. */
    Future<Void> close();
}
