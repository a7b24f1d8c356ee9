package io.turngate.store.redis;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The clock that scripts go by: the one of the Redis that holds the contact, or, in tests and evals, a given one. */
public final class ContactClock {

    /** The clock of the Redis that holds the contact. */
    public static final ContactClock OF_THE_SERVER = new ContactClock(null);

    private final @Nullable LongSupplier millis;

    private ContactClock(@Nullable LongSupplier millis) {
        this.millis = millis;
    }

    /** A clock that says what the supplier says, epoch milliseconds. */
    public static ContactClock of(LongSupplier millis) {
        return new ContactClock(millis);
    }

    /** The scripts' argument: empty for the server's own clock. */
    String argument() {
        return millis == null ? "" : Long.toString(millis.getAsLong());
    }
}
