package io.turngate.conversation;

import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.Reason;
import io.turngate.store.ConversationStore;
import io.turngate.store.Fate;
import io.turngate.store.KeptAnswer;
import io.turngate.store.LaneRun;
import io.turngate.store.LaneRun.Entry;
import io.turngate.store.Settlement;
import io.turngate.store.Terms;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Works on the runs that this event loop has been given, and lets its messages wait for theirs. */
final class Lanes {

    private static final long FIRST_RETRY_MILLIS = 250;
    private static final long LAST_RETRY_MILLIS = 1_000;
    private static final Duration GIVE_UP = Duration.ofDays(1);

    private final Vertx vertx;
    private final ConversationStore store;
    private final LocalLanes local;
    private final Duration lease;

    Lanes(Vertx vertx, ConversationStore store, LocalLanes local, Duration lease) {
        this.vertx = vertx;
        this.store = store;
        this.local = local;
        this.lease = lease;
    }

    Terms terms(Tenant tenant) {
        return new Terms(tenant.rules(), lease);
    }

    /** Lets a message wait for its turn; its passage is answered then. */
    void await(Passage passage, String holder) {
        Waiter waiter = new Waiter(vertx, passage, this);
        local.join(waiter);
        passage.answer().onComplete(done -> local.leave(waiter));
        waiter.start(holder.equals(store.gateway()));
    }

    boolean isHeldHere(Contact contact) {
        return local.isHeldHere(contact);
    }

    /** Tells the other messages that wait here that the lane is held elsewhere. */
    void wakeOthers(Waiter first) {
        local.wakeOthers(first);
    }

    /** Asks for a message that waits; what it is given to run is begun. */
    Future<Fate> take(Passage passage) {
        return store.take(passage.contact(), passage.nonce(), terms(passage.tenant()))
                .onSuccess(fate -> {
                    if (fate instanceof Fate.Taken taken) {
                        run(taken.run(), passage);
                    }
                });
    }

    Future<Fate> leave(Passage passage) {
        return store.leave(passage.contact(), passage.nonce(), terms(passage.tenant()));
    }

    /**
     * Answers all messages of a run and settles it. Judged by the snapshot of the passage that was given the run, which is
     * the newest. A run that cannot be settled is answered with a hand-over, and its lane is freed as soon as Redis lets it.
     */
    void run(LaneRun run, Passage newest) {
        Contact contact = run.contact();
        local.begin(contact);
        Future.<Void>succeededFuture()
                .compose(begun -> settle(run, newest))
                .onSuccess(settlement -> settlement.answers().forEach(this::answer))
                .onFailure(failure -> handOver(run, newest, failure))
                .onComplete(done -> local.end(contact));
    }

    private Future<Settlement> settle(LaneRun run, Passage newest) {
        Tenant tenant = newest.tenant();
        Batch batch = new Batch(run, tenant.rules(), openness());
        return verdict(batch, run, tenant).compose(verdict -> {
            verdict.flatMap(Verdict::failure).ifPresent(newest::failed);
            Settlement settlement = batch.settle(verdict);
            return store.settle(settlement, newest.deadline()).map(waiting -> settlement);
        });
    }

    private Future<Optional<Verdict>> verdict(Batch batch, LaneRun run, Tenant tenant) {
        if (batch.asked().isEmpty()) {
            return Future.succeededFuture(Optional.empty());
        }
        Optional<Entry> carrier = batch.carrier().or(() -> batch.newestAsked().filter(this::hasTime));
        if (carrier.isEmpty()) {
            return Future.succeededFuture(Optional.of(Verdict.escalated(tenant.rules(), Reason.BUSY)));
        }
        List<String> texts = batch.asked().stream().map(Entry::text).toList();
        return Judge.ask(tenant, run.history(), texts, deadline(carrier.get())).map(Optional::of);
    }

    /** A caller who is gone may deliver the message again, and is then given what was found meanwhile. */
    private boolean hasTime(Entry entry) {
        return local.find(entry.nonce())
                .filter(passage -> passage.deadline().remainingMillis() > 0)
                .isPresent();
    }

    private Deadline deadline(Entry carrier) {
        return local.find(carrier.nonce())
                .map(Passage::deadline)
                .orElseGet(() -> Deadline.after(Duration.ofMillis(carrier.openMillis())));
    }

    /** Whether a request is still open: by its connection here, by its deadline elsewhere. */
    private Predicate<Entry> openness() {
        Deadline since = Deadline.after(lease);
        return entry -> entry.gateway().equals(store.gateway())
                ? local.find(entry.nonce()).filter(Passage::isOpen).isPresent()
                : entry.openMillis() > since.elapsedMillis();
    }

    private void answer(String nonce, KeptAnswer kept) {
        local.find(nonce).ifPresent(passage -> passage.answered(Answers.of(kept)));
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
        abandon(passage, FIRST_RETRY_MILLIS, Deadline.after(GIVE_UP));
    }

    private void abandon(Passage passage, long pauseMillis, Deadline until) {
        store.abandon(passage.contact(), passage.nonce(), terms(passage.tenant()))
                .onSuccess(freed -> local.wakeAll(passage.contact()))
                .onFailure(failure -> {
                    if (until.remainingMillis() > 0) {
                        long next = Math.min(2 * pauseMillis, LAST_RETRY_MILLIS);
                        vertx.setTimer(pauseMillis, timer -> abandon(passage, next, until));
                    }
                });
    }
}
