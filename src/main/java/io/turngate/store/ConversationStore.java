package io.turngate.store;

import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.rules.Rules;
import io.turngate.store.Settlement.Settled;
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

    /**
     * The request of a message that waits has reached its deadline. Where words can be pushed it is acknowledged, and stays;
     * where they cannot, it leaves the lane as handed over. Tried once: no time is left.
     */
    Future<Fate> leave(Contact contact, String nonce, Terms terms);

    /**
     * Ends a run: records the agent's turns, keeps the answers, frees the lane.
     *
     * @param deadline of the request that carries the reply; past it there is one attempt and no more
     * @return fails if the run's lease was taken over, and then nothing was written
     */
    Future<Settled> settle(Settlement settlement, Terms terms, Deadline deadline);

    /**
     * Marks a run whose callers are told that the answer comes later, so that its reply is pushed whoever settles it. To be
     * called before anybody is told. Fails if the run's lease was taken over.
     */
    Future<Void> acknowledge(LaneRun run, Terms terms);

    /**
     * Records the answer of an unbound message, apart from the contact's turns, and keeps it for whoever asks again.
     *
     * @param reply what is answered
     * @param deadline of its request
     */
    Future<Void> reply(UnboundReply reply, Terms terms, Deadline deadline);

    /**
     * What an unbound message is answered with.
     *
     * @param nonce the message's
     * @param turn what the agent says
     * @param answer what its request is answered with
     * @param fingerprints the message's
     */
    record UnboundReply(String nonce, AgentTurn turn, KeptAnswer answer, Fingerprints fingerprints) {}

    /**
     * Gives up a message whose fate could not be learnt, so that its lane is not held for nobody.
     *
     * @return whether something of the contact is to be pushed
     */
    Future<Boolean> abandon(Contact contact, String nonce, Terms terms);

    /**
     * What a message of these fingerprints was answered with; empty while it is under way or if it is not known.
     *
     * @param rules whose cap says how many turns are left
     */
    Future<Optional<KeptAnswer>> findAnswer(Contact contact, String nonce, Fingerprints fingerprints, Rules rules);
}
