package io.turngate.outbox;

import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfig.OnUncertain;
import io.turngate.core.Contact;
import io.turngate.manychat.api.ApiAnswer;
import io.turngate.store.Outbox;
import io.turngate.store.Outbox.Lease;
import io.turngate.store.Outbox.Pending;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers what is pending for a contact, one call after the other, and writes down after each what remains. Before a call
 * that must not be made twice that is written down too, so that whoever comes after a crash knows.
 */
final class ItemDelivery {

    private static final Logger LOG = LoggerFactory.getLogger(ItemDelivery.class);

    /** Between two messages to a contact, so that they are shown in their order. */
    private static final Duration GAP = Duration.ofMillis(300);

    /** Then other contacts have their turn. */
    private static final int MOST_STEPS = 100;

    private final Outbox outbox;
    private final PacedApi api;
    private final ItemCalls calls;
    private final KeyWatch keys;
    private final PushListener listener;
    private final BooleanSupplier stopping;
    private final Quiet quiet;

    ItemDelivery(
            Outbox outbox, PacedApi api, KeyWatch keys, PushListener listener, BooleanSupplier stopping, Quiet quiet) {
        this.outbox = outbox;
        this.api = api;
        this.calls = new ItemCalls(api);
        this.keys = keys;
        this.listener = listener;
        this.stopping = stopping;
        this.quiet = quiet;
    }

    /** The first item, as it was read and as it is understood. */
    private record Head(Lease lease, TenantConfig tenant, String json, PendingItem item, int stepsLeft) {

        Contact contact() {
            return lease.contact();
        }
    }

    /**
     * Delivers as much as can be. Gives when to go on; empty if nothing is left. Fails if Redis is away or the lease was
     * taken over.
     */
    Future<Optional<Duration>> deliver(Lease lease, TenantConfig tenant, Pending pending) {
        return look(lease, tenant, pending, MOST_STEPS);
    }

    private Future<Optional<Duration>> look(Lease lease, TenantConfig tenant, Pending pending, int stepsLeft) {
        if (pending.first().isEmpty()) {
            return Future.succeededFuture(Optional.empty());
        }
        if (stepsLeft == 0 || stopping.getAsBoolean()) {
            return later(Duration.ZERO);
        }
        if (!keys.isOpen(tenant)) {
            return later(Delivery.CLOSED_LOOK);
        }
        String json = pending.first().get();
        return PendingItem.parse(json)
                .map(item -> step(new Head(lease, tenant, json, item.prepared(tenant), stepsLeft)))
                .orElseGet(() -> bury(lease.contact(), json, DeadReason.UNREADABLE)
                        .compose(kept -> outbox.progress(lease, json, Optional.empty()))
                        .compose(rest -> look(lease, tenant, rest, stepsLeft - 1)));
    }

    private Future<Optional<Duration>> step(Head head) {
        PendingItem item = head.item();
        long now = outbox.nowMillis();
        if (item.isDone()) {
            return remains(head, Optional.empty());
        }
        if (item.isTrying() && item.isOnceOnly()) {
            return inDoubt(head);
        }
        if (item.isExpired(now)) {
            return item.hasFailed() ? remains(head, Optional.empty()) : giveUp(head, DeadReason.EXPIRED);
        }
        if (item.notBeforeMillis() > now) {
            return later(Duration.ofMillis(item.notBeforeMillis() - now));
        }
        if (ItemCalls.next(item) != PacedCall.SEND_FLOW || item.tries() > 0) {
            return inTurn(head);
        }
        return outbox.pace().takeFlow(head.contact()).compose(isFree -> {
            if (isFree) {
                return inTurn(head);
            }
            listener.flowSkipped(head.tenant().id());
            return remains(head, Optional.of(item.rest()));
        });
    }

    private Future<Optional<Duration>> inTurn(Head head) {
        return api.turn(head.tenant(), ItemCalls.next(head.item()))
                .compose(tooFar -> tooFar.isPresent() ? later(tooFar.get()) : make(head));
    }

    private Future<Optional<Duration>> make(Head head) {
        if (!head.item().isOnceOnly()) {
            return call(head);
        }
        PendingItem trying = head.item().trying();
        String json = trying.encode();
        return outbox.progress(head.lease(), head.json(), Optional.of(json)).compose(pending -> {
            Head marked = new Head(head.lease(), head.tenant(), json, trying, head.stepsLeft());
            boolean isStillFirst = pending.first().filter(json::equals).isPresent();
            return isStillFirst ? call(marked) : look(head.lease(), head.tenant(), pending, head.stepsLeft() - 1);
        });
    }

    private Future<Optional<Duration>> call(Head head) {
        return calls.make(head.tenant(), head.contact(), head.item()).compose(answer -> answered(head, answer));
    }

    private Future<Optional<Duration>> answered(Head head, ApiAnswer answer) {
        PendingItem item = head.item();
        return switch (answer.kind()) {
            case ACCEPTED -> remains(head, Optional.of(item.rest()));
            case TOO_FAST, NOT_SENT -> again(head);
            case UNCERTAIN -> item.isOnceOnly() ? inDoubt(head) : again(head);
            case WRONG_KEY ->
                outbox.progress(
                                head.lease(),
                                head.json(),
                                Optional.of(item.notTrying().encode()))
                        .compose(kept -> later(Delivery.CLOSED_LOOK));
            case NO_SUCH_CONTACT, OUTSIDE_WINDOW, REFUSED -> refused(head, answer);
        };
    }

    private Future<Optional<Duration>> again(Head head) {
        Duration delay = Backoff.after(head.item().tries());
        PendingItem waiting = head.item().again(outbox.nowMillis() + delay.toMillis());
        return outbox.progress(head.lease(), head.json(), Optional.of(waiting.encode()))
                .compose(kept -> later(delay));
    }

    /** It may have arrived: by this process's call, or by one whose sender died in between. */
    private Future<Optional<Duration>> inDoubt(Head head) {
        PendingItem item = head.item();
        if (head.tenant().manyChat().onUncertain() == OnUncertain.RESEND) {
            return item.isExpired(outbox.nowMillis()) ? giveUp(head, DeadReason.EXPIRED) : again(head);
        }
        // Nobody knows what the contact has read: a person should look.
        return bury(head.contact(), item.onlyNext().encode(), DeadReason.UNCERTAIN)
                .compose(kept -> remains(head, Optional.of(item.rest().alsoTags())));
    }

    private Future<Optional<Duration>> refused(Head head, ApiAnswer answer) {
        PendingItem item = head.item();
        DeadReason reason = DeadReason.of(answer.kind());
        if (quiet.maySay(head.tenant().id(), reason.word())) {
            LOG.warn(
                    "tenant {}: ManyChat refuses {}: {}",
                    head.tenant().id(),
                    ItemCalls.next(item).word(),
                    answer.why());
        }
        boolean isText = !item.texts().isEmpty();
        if (!item.hasFailed() && (isText || reason == DeadReason.NO_SUCH_CONTACT)) {
            return giveUp(head, reason);
        }
        // A tag that the contact has not, or that only calls a person for what is a dead letter already.
        if (item.steps().get(0) == Step.REMOVE_TAG || item.hasFailed()) {
            return remains(head, Optional.of(item.rest()));
        }
        return bury(head.contact(), item.onlyNext().encode(), reason)
                .compose(kept -> remains(head, Optional.of(item.rest())));
    }

    /** Gives up the whole item, and calls a person by tag unless there is nobody to tag. */
    private Future<Optional<Duration>> giveUp(Head head, DeadReason reason) {
        Optional<PendingItem> tags = reason == DeadReason.NO_SUCH_CONTACT
                ? Optional.empty()
                : Optional.of(head.item().onlyTags(outbox.nowMillis()));
        return bury(head.contact(), head.item().notTrying().encode(), reason).compose(kept -> remains(head, tags));
    }

    private Future<Optional<Duration>> remains(Head head, Optional<PendingItem> rest) {
        Duration gap = head.item().isTrying() ? GAP : Duration.ZERO;
        Optional<String> json = rest.filter(item -> !item.isDone()).map(PendingItem::encode);
        return outbox.progress(head.lease(), head.json(), json)
                .compose(pending -> api.pause(gap)
                        .compose(paused -> look(head.lease(), head.tenant(), pending, head.stepsLeft() - 1)));
    }

    private Future<Void> bury(Contact contact, String item, DeadReason reason) {
        return outbox.deadLetters()
                .add(contact, item, reason.word())
                .onSuccess(kept -> listener.deadLetter(contact.tenant(), reason));
    }

    private static Future<Optional<Duration>> later(Duration delay) {
        return Future.succeededFuture(Optional.of(delay));
    }
}
