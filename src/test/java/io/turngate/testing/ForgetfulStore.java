package io.turngate.testing;

import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.rules.Rules;
import io.turngate.store.Admission;
import io.turngate.store.AgentTurn;
import io.turngate.store.Arrival;
import io.turngate.store.ConversationStore;
import io.turngate.store.Fate;
import io.turngate.store.Fingerprints;
import io.turngate.store.KeptAnswer;
import io.turngate.store.LaneRun;
import io.turngate.store.Settlement;
import io.turngate.store.Settlement.Settled;
import io.turngate.store.Terms;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A store whose replies get lost on the way back, or come back changed: each call takes effect all the same. */
public final class ForgetfulStore implements ConversationStore {

    private final ConversationStore store;
    private final AtomicInteger lostTakes = new AtomicInteger();
    private volatile long settledAfterMillis;
    private volatile UnaryOperator<Admission> change = UnaryOperator.identity();

    public ForgetfulStore(ConversationStore store) {
        this.store = store;
    }

    /** So many takes from now on are carried out and never answered. */
    public void loseTakes(int takes) {
        lostTakes.set(takes);
    }

    /** Settlements are carried out at once, and heard of that much later. */
    public void hearOfSettlementsAfter(Duration delay) {
        settledAfterMillis = delay.toMillis();
    }

    public void changeAdmissions(UnaryOperator<Admission> how) {
        change = how;
    }

    @Override
    public Future<Fate> take(Contact contact, String nonce, Terms terms) {
        boolean isLost = lostTakes.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        return store.take(contact, nonce, terms)
                .compose(fate -> isLost
                        ? Future.failedFuture(new TurngateException(Kind.STATE_UNAVAILABLE, "lost"))
                        : Future.succeededFuture(fate));
    }

    @Override
    public String gateway() {
        return store.gateway();
    }

    @Override
    public Future<Admission> admit(Arrival arrival, Terms terms, Deadline deadline) {
        return store.admit(arrival, terms, deadline).map(change::apply);
    }

    @Override
    public Future<Admission> open(Arrival arrival, AgentTurn answer, Terms terms, Deadline deadline) {
        return store.open(arrival, answer, terms, deadline);
    }

    @Override
    public Future<Fate> leave(Contact contact, String nonce, Terms terms) {
        return store.leave(contact, nonce, terms);
    }

    @Override
    public Future<Settled> settle(Settlement settlement, Terms terms, Deadline deadline) {
        return store.settle(settlement, terms, deadline)
                .compose(waiting -> settledAfterMillis == 0
                        ? Future.succeededFuture(waiting)
                        : Vertx.currentContext()
                                .owner()
                                .timer(settledAfterMillis)
                                .map(waiting));
    }

    @Override
    public Future<Void> acknowledge(LaneRun run, Terms terms) {
        return store.acknowledge(run, terms);
    }

    @Override
    public Future<Void> reply(UnboundReply reply, Terms terms, Deadline deadline) {
        return store.reply(reply, terms, deadline);
    }

    @Override
    public Future<Boolean> abandon(Contact contact, String nonce, Terms terms) {
        return store.abandon(contact, nonce, terms);
    }

    @Override
    public Future<Optional<KeptAnswer>> findAnswer(
            Contact contact, String nonce, Fingerprints fingerprints, Rules rules) {
        return store.findAnswer(contact, nonce, fingerprints, rules);
    }
}
