package io.turngate.store;

import io.turngate.core.Deadline;
import io.turngate.rules.Rules;
import io.vertx.core.Future;

/**
 * The kept state of contacts on a message's way.
 *
 * <p>Each call is one atomic step on the contact's shard and by that shard's clock, and is repeated by the store itself
 * where that is safe. A call that cannot be carried out in time fails with {@link
 * io.turngate.core.TurngateException.Kind#STATE_UNAVAILABLE}; it may have taken effect all the same. Called and
 * completed on one event loop; nothing blocks.
 */
public interface ConversationStore {

    /** The most turns of history that a runner is given. */
    int HISTORY_LIMIT = 10;

    /**
     * Admits a contact's message: applies the rate limit, counts it into the stretch, records it as a turn and finds
     * the history before it. Refused messages leave nothing behind.
     */
    Future<Admission> admit(Arrival arrival, Rules rules, Deadline deadline);

    /**
     * Admits an opening keyword and records its answer as the agent's turn, unless the newest turn is the same. The
     * keyword is neither recorded nor counted; the rate limit applies.
     */
    Future<Admission> open(Arrival arrival, AgentTurn answer, Rules rules, Deadline deadline);

    /** Records the agent's turn. */
    Future<Void> settle(AgentTurn turn);
}
