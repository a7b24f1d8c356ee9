package io.turngate.store;

import io.turngate.core.Contact;
import io.turngate.core.TenantId;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** What could not be delivered, the newest ten thousand or so of each tenant. Fails like {@link ConversationStore}. */
public interface DeadLetters {

    /** The most that are listed at once. */
    int MOST_AT_ONCE = 1_000;

    /** Keeps an item with the reason, a word without spaces. */
    Future<Void> add(Contact contact, String item, String reason);

    /** Those after the given id, the oldest first, {@link #MOST_AT_ONCE} at most; from the beginning without one. */
    Future<List<DeadLetter>> list(TenantId tenant, Optional<String> after);

    /** One of them. */
    Future<Optional<DeadLetter>> find(TenantId tenant, String id);

    /** Removes one of them; false if it was not there. */
    Future<Boolean> remove(TenantId tenant, String id);

    /**
     * An item that could not be delivered.
     *
     * @param id its name, as the stream gives it
     * @param atMillis when it was given up, epoch milliseconds
     */
    record DeadLetter(String id, Contact contact, String item, String reason, long atMillis) {}
}
