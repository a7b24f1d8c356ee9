package io.turngate.outbox;

import io.turngate.core.Contact;
import io.turngate.store.Outbox;
import io.turngate.store.Outbox.Lease;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;

/**
 * The end of a look at a contact. The index first, then the lease: whoever leaves something for the contact in between
 * writes to the index after this, or is seen by the release.
 */
final class Ending {

    private Ending() {}

    /** Gives the lease back and has the contact looked at when it is time; not at all if nothing is left. */
    static Future<Void> of(Outbox outbox, Lease lease, Optional<Duration> lookAgain) {
        Contact contact = lease.contact();
        if (lookAgain.isPresent()) {
            return outbox.schedule(contact, lookAgain.get())
                    .compose(kept -> outbox.release(lease))
                    .mapEmpty();
        }
        return outbox.leave(contact)
                .compose(left -> outbox.release(lease))
                .compose(isSomethingLeft ->
                        isSomethingLeft ? outbox.enter(contact, Duration.ZERO) : Future.succeededFuture());
    }
}
