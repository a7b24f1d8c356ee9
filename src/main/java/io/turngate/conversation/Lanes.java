package io.turngate.conversation;

import io.turngate.core.Contact;
import io.turngate.core.Reason;
import io.turngate.store.ConversationStore;
import io.turngate.store.Fate;
import io.turngate.store.LaneRun;
import io.turngate.store.Terms;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;

/** Works on the runs that this event loop has been given, and lets its messages wait for theirs. */
final class Lanes {

    private static final Duration GIVE_UP = Duration.ofDays(1);

    private final Vertx vertx;
    private final ConversationStore store;
    private final LocalLanes local;
    private final Pushes pushes;
    private final RunLimits limits;
    private final Retrying retrying;

    Lanes(Vertx vertx, ConversationStore store, MessageService.Shared shared) {
        this.vertx = vertx;
        this.store = store;
        this.local = shared.lanes();
        this.pushes = shared.pushes();
        this.limits = shared.runs();
        this.retrying = new Retrying(vertx);
    }

    Terms terms(Passage passage) {
        boolean canPush =
                pushes.isOpen(passage.tenant().config(), passage.contact().id());
        return new Terms(passage.rules(), limits.lease(), canPush);
    }

    /** Lets a message wait for its turn; its passage is answered then. */
    void await(Passage passage, String holder) {
        Waiter waiter = new Waiter(vertx, passage, this);
        local.join(waiter);
        waiter.whenOver().onComplete(done -> local.leave(waiter));
        waiter.start(holder.equals(store.gateway()));
    }

    boolean isHeldHere(Contact contact) {
        return local.isHeldHere(contact);
    }

    /** Tells the other messages that wait here that the lane is held elsewhere. */
    void wakeOthers(Waiter first) {
        local.wakeOthers(first);
    }

    /** How long a run ahead can hold a lane. */
    Duration lease() {
        return limits.lease();
    }

    /** Asks for a message that waits; what it is given to run is begun. */
    Future<Fate> take(Passage passage) {
        Terms terms = terms(passage);
        return store.take(passage.contact(), passage.nonce(), terms).onSuccess(fate -> {
            if (fate instanceof Fate.Taken taken) {
                run(taken.run(), passage, terms);
            }
        });
    }

    Future<Fate> leave(Passage passage) {
        return store.leave(passage.contact(), passage.nonce(), terms(passage));
    }

    /**
     * Answers all messages of a run and settles it. A run that cannot be settled is answered with a hand-over, and its lane is
     * freed as soon as Redis lets it.
     */
    void run(LaneRun run, Passage newest, Terms terms) {
        Contact contact = run.contact();
        local.begin(contact);
        Future.<Void>succeededFuture()
                .compose(begun -> new Run(vertx, store, local, limits, terms, run, newest).finish())
                .onFailure(failure -> handOver(run, newest, failure))
                // While the lane is this gateway's, another one would find the words should this one die.
                .compose(isPushed -> isPushed ? push(contact) : Future.succeededFuture())
                .onComplete(done -> local.end(contact));
    }

    /** Something of the contact is to be brought to ManyChat. Nothing else would lead to it, so it is said until it is heard. */
    Future<Void> push(Contact contact) {
        return retrying.until(GIVE_UP, () -> pushes.due(contact));
    }

    /** A token is to be written. If nobody can be told, the contact's next message asks again. */
    Future<Void> wantToken(Contact contact) {
        return retrying.until(limits.lease(), () -> pushes.tokenWanted(contact));
    }

    private void handOver(LaneRun run, Passage newest, Throwable failure) {
        newest.failed(Failures.known(failure));
        run.entries()
                .forEach(entry -> local.find(entry.nonce())
                        .ifPresent(passage ->
                                passage.answered(Answers.refused(passage.rules(), Reason.STATE_UNAVAILABLE))));
        abandon(newest);
    }

    /**
     * Frees the lane of a message whose fate could not be learnt, as soon as Redis can be reached. There are never more of
     * them than messages were in flight when it went.
     */
    void abandon(Passage passage) {
        Terms terms = terms(passage);
        retrying.until(GIVE_UP, () -> store.abandon(passage.contact(), passage.nonce(), terms))
                .onSuccess(hasWords -> {
                    local.wakeAll(passage.contact());
                    if (hasWords) {
                        push(passage.contact());
                    }
                });
    }
}
