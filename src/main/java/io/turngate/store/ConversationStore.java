package io.turngate.store;

import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * The kept state of contacts on a message's way: their turns, their counts, and the lane in which their messages run one
 * after the other.
 *
 * <p>Each call is one atomic step on the contact's shard and by that shard's clock, and is repeated by the store itself
 * where that is safe. A call that cannot be carried out in time fails with {@link
 * io.turngate.core.TurngateException.Kind#STATE_UNAVAILABLE}; it may have taken effect all the same. Called and
 * completed on one event loop; nothing blocks.
 */
public interface ConversationStore {

    /** The most turns of history that a runner is given. */
    int HISTORY_LIMIT = 10;

    /** This gateway's name in lanes: random, new with each start. */
    String gateway();

    /**
     * Admits a contact's message: finds out whether it was here before, applies the rate limit, and gives it the lane or
     * a place in it. Refused messages leave nothing behind.
     */
    Future<Admission> admit(Arrival arrival, Terms terms, Deadline deadline);

    /**
     * Admits an opening keyword and records its answer as the agent's turn, unless the newest turn is the same. The
     * keyword is neither recorded nor counted; duplicates are known and the rate limit applies.
     */
    Future<Admission> open(Arrival arrival, AgentTurn answer, Terms terms, Deadline deadline);

    /**
     * Asks for a message that waits. Where the lane is free and the newest request that is still open is this gateway's,
     * everything that waits becomes its run.
     */
    Future<Fate> take(Contact contact, String nonce, Terms terms);

    /** Takes a message whose request has reached its deadline out of the lane, as handed over. Tried once: no time is left. */
    Future<Fate> leave(Contact contact, String nonce, Terms terms);

    /**
     * Ends a run: records the agent's turns, keeps the answers, frees the lane.
     *
     * @param deadline of the request that carries the reply; past it there is one attempt and no more
     * @return how many messages wait; fails if the run's lease was taken over, and then nothing was written
     */
    Future<Integer> settle(Settlement settlement, Deadline deadline);

    /**
     * Marks a run whose caller is told that the answer comes later: when it is settled its reply is left to be pushed as
     * well. To be called before anybody is told. Fails if the run's lease was taken over.
     */
    Future<Void> acknowledge(LaneRun run);

    /** Gives up a message whose fate could not be learnt, so that its lane is not held for nobody. */
    Future<Void> abandon(Contact contact, String nonce, Terms terms);

    /** What a message of these fingerprints was answered with; empty while it is under way or if it is not known. */
    Future<Optional<KeptAnswer>> findAnswer(Contact contact, String nonce, Fingerprints fingerprints);
}
