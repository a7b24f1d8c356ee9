package io.turngate.outbox;

import io.turngate.config.TenantConfig;
import io.turngate.conversation.Pushes;
import io.turngate.conversation.Unsaid;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.Reason;
import io.turngate.core.TenantId;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.manychat.TokenFieldIds;
import io.turngate.store.Outbox;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes what is to be pushed from any event loop to the one of delivery. Safe for use from any thread. */
public final class Courier implements Pushes {

    private static final Logger LOG = LoggerFactory.getLogger(Courier.class);

    private final Vertx vertx;
    private final KeyWatch keys;
    private final TokenFields fields = new TokenFields(System::nanoTime);
    private final Refusals refusals = new Refusals(System::nanoTime);
    private final AtomicReference<Desk> desk = new AtomicReference<>();

    /** Where delivery works. */
    private record Desk(Context context, Outbox outbox, Delivery delivery) {}

    public Courier(Vertx vertx, PushListener listener) {
        this.vertx = vertx;
        this.keys = new KeyWatch(listener, System::nanoTime);
    }

    /** Begins to deliver on the calling event loop. {@link Delivery#poll} is to be called by its verticle. */
    public Delivery open(Delivery.Parts parts) {
        Delivery delivery = new Delivery(vertx, parts, keys, fields);
        desk.set(new Desk(vertx.getOrCreateContext(), parts.outbox(), delivery));
        return delivery;
    }

    /** Ends delivery, on its event loop. Completes once the calls in flight are over and the leases given back. */
    public Future<Void> close() {
        Desk open = desk.getAndSet(null);
        return open == null ? Future.succeededFuture() : open.delivery().stop();
    }

    @Override
    public boolean isOpen(TenantConfig tenant, ContactId contact) {
        return contact.isManyChats() && keys.isOpen(tenant);
    }

    @Override
    public Future<Void> due(Contact contact) {
        return enter(contact, Delivery::take);
    }

    @Override
    public Future<Void> tokenWanted(Contact contact) {
        return enter(contact, Delivery::takeForToken);
    }

    private Future<Void> enter(Contact contact, BiFunction<Delivery, Contact, Future<Void>> taking) {
        Desk open = desk.get();
        if (open == null) {
            return nothingIsDelivered();
        }
        return onDesk(
                open,
                () -> open.outbox()
                        .enter(contact, Delivery.LEASE)
                        .onSuccess(known -> taking.apply(open.delivery(), contact)
                                .onFailure(failure -> LOG.debug("a contact was not taken: {}", failure.getMessage()))));
    }

    @Override
    public Future<Void> leave(Contact contact, Unsaid unsaid) {
        Desk open = desk.get();
        if (open == null) {
            return nothingIsDelivered();
        }
        Outbox outbox = open.outbox();
        boolean isRefusal = unsaid.handOver().equals(Optional.of(Reason.RATE_LIMITED));
        return onDesk(
                open,
                () -> isRefusal && !refusals.mayHandOver(contact)
                        ? Future.succeededFuture()
                        : outbox.append(
                                        contact,
                                        PendingItem.of(unsaid, outbox.nowMillis())
                                                .encode())
                                .compose(kept -> outbox.enter(contact, Delivery.LEASE)));
    }

    private static Future<Void> nothingIsDelivered() {
        return Future.failedFuture(new TurngateException(Kind.STATE_OFFLINE, "nothing is delivered now"));
    }

    /** Works on the loop of delivery; completes on the caller's. */
    private Future<Void> onDesk(Desk open, Supplier<Future<Void>> work) {
        Context caller = vertx.getOrCreateContext();
        Promise<Void> done = Promise.promise();
        open.context()
                .runOnContext(here -> work.get()
                        .onComplete(result -> caller.runOnContext(there -> {
                            if (result.succeeded()) {
                                done.complete();
                            } else {
                                done.fail(result.cause());
                            }
                        })));
        return done.future();
    }

    /** The ids of the fields that hold tokens, once they were looked up. */
    public TokenFieldIds tokenFieldIds() {
        return fields;
    }

    /** For each tenant with a key whether what is pushed can arrive, as far as is known. */
    public Map<TenantId, Boolean> states() {
        return keys.states();
    }
}
