package io.turngate.outbox;

import io.turngate.config.TenantConfig;
import io.turngate.core.Contact;
import io.turngate.store.Outbox;
import io.turngate.store.Outbox.Claim;
import io.turngate.store.Outbox.Lease;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** One look at a contact: under a lease first the token, then what is pending, and then when to look again. */
final class ContactWork {

    private final Outbox outbox;
    private final TokenWriter tokens;
    private final ItemDelivery items;
    private final KeyWatch keys;

    ContactWork(Outbox outbox, TokenWriter tokens, ItemDelivery items, KeyWatch keys) {
        this.outbox = outbox;
        this.tokens = tokens;
        this.items = items;
        this.keys = keys;
    }

    /** Fails if Redis is away or the lease was taken over; then the contact is looked at once the lease is over. */
    Future<Void> look(Contact contact, TenantConfig tenant) {
        return outbox.claim(contact, Delivery.LEASE).compose(claim -> {
            if (claim instanceof Claim.Taken taken) {
                return outbox.schedule(contact, Delivery.LEASE).compose(kept -> work(taken, tenant));
            }
            return outbox.enter(contact, ((Claim.Held) claim).remaining());
        });
    }

    private Future<Void> work(Claim.Taken taken, TenantConfig tenant) {
        Lease lease = taken.lease();
        return token(taken, tenant)
                .compose(tokenLater -> items.deliver(lease, tenant, taken.pending())
                        .compose(itemsLater -> Ending.of(
                                outbox,
                                lease,
                                Stream.of(tokenLater, itemsLater)
                                        .flatMap(Optional::stream)
                                        .min(Duration::compareTo))));
    }

    private Future<Optional<Duration>> token(Claim.Taken taken, TenantConfig tenant) {
        if (taken.token().isEmpty()) {
            return Future.succeededFuture(Optional.empty());
        }
        return keys.isOpen(tenant)
                ? tokens.write(taken.lease(), tenant, taken.token().get())
                : Future.succeededFuture(Optional.of(Delivery.CLOSED_LOOK));
    }
}
