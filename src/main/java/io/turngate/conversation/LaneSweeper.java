package io.turngate.conversation;

import io.turngate.core.Contact;
import io.turngate.store.LaneWatch;
import io.turngate.store.LaneWatch.Due;
import io.turngate.store.LaneWatch.Swept;
import io.turngate.store.Terms;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that no lane is forgotten: enters the lanes that this gateway works on for more than a moment into the index,
 * and looks after those whose gateway did not come back. Belongs to one event loop of the gateway.
 */
public final class LaneSweeper {

    /** A run that is over sooner never reaches the index. */
    private static final long ENTER_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private static final Logger LOG = LoggerFactory.getLogger(LaneSweeper.class);

    private final LaneWatch watch;
    private final LocalLanes local;
    private final LaneListener listener;
    private final Function<Contact, Optional<Terms>> terms;
    private final Duration lease;
    private final Function<Contact, Future<Void>> onWords;
    private final Set<Contact> entered = new HashSet<>();
    private boolean writing;
    private boolean sweeping;

    /**
     * @param terms the terms in force for a contact; empty where the tenant is not served, whose lanes then wait
     * @param onWords told of contacts for whom something is to be brought to ManyChat; completes once it is known to others
     */
    public LaneSweeper(
            LaneWatch watch,
            LocalLanes local,
            LaneListener listener,
            Function<Contact, Optional<Terms>> terms,
            Duration lease,
            Function<Contact, Future<Void>> onWords) {
        this.watch = watch;
        this.local = local;
        this.listener = listener;
        this.terms = terms;
        this.lease = lease;
        this.onWords = onWords;
    }

    /** Brings the index up to date with what this gateway works on; to be called every few dozen milliseconds. */
    public void enterAndLeave() {
        if (writing) {
            return;
        }
        Set<Contact> now = new HashSet<>(local.longerThan(ENTER_AFTER_NANOS));
        List<Contact> fresh =
                now.stream().filter(contact -> !entered.contains(contact)).toList();
        List<Contact> done =
                entered.stream().filter(contact -> !now.contains(contact)).toList();
        if (fresh.isEmpty() && done.isEmpty()) {
            return;
        }
        writing = true;
        Future<Void> entering = fresh.isEmpty() ? Future.succeededFuture() : watch.enter(fresh, lease);
        Future<Void> leaving = done.isEmpty() ? Future.succeededFuture() : watch.leave(done);
        entering.onSuccess(written -> entered.addAll(fresh));
        leaving.onSuccess(written -> done.forEach(entered::remove));
        Future.join(entering, leaving).onComplete(written -> writing = false);
    }

    /** Looks after the lanes that are due; to be called about once a second. */
    public void sweep() {
        if (sweeping) {
            return;
        }
        sweeping = true;
        sweepAllThatIsDue()
                .onFailure(failure -> LOG.debug("lanes could not be looked after: {}", failure.getMessage()))
                .onComplete(swept -> sweeping = false);
    }

    /** A gateway that dies may leave thousands behind; each that was looked at is no longer due. */
    private Future<Void> sweepAllThatIsDue() {
        return watch.due()
                .compose(due -> Future.join(due.stream().map(this::sweep).toList())
                        .compose(swept ->
                                due.size() < LaneWatch.MOST_AT_ONCE ? Future.succeededFuture() : sweepAllThatIsDue()));
    }

    /** A lane that cannot be looked after now must not keep those behind it from their turn. */
    private Future<Void> sweep(Due due) {
        return terms.apply(due.contact())
                .map(known -> watch.sweep(due, known, swept -> report(due.contact(), swept))
                        .<Void>mapEmpty())
                .orElseGet(() -> Future.failedFuture("the tenant is not served"))
                .recover(failure -> watch.postpone(due, lease));
    }

    /** The index names the lane until the words are handed on: nothing else would lead to them. */
    private Future<Void> report(Contact contact, Swept swept) {
        int handedOver = swept.handedOver();
        if (handedOver > 0) {
            listener.takenOver(handedOver);
            LOG.warn("handed over {} messages of a lane whose gateway did not come back", handedOver);
        }
        return swept.hasWords() ? onWords.apply(contact) : Future.succeededFuture();
    }
}
