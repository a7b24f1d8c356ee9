package io.turngate.store;

import io.turngate.core.Contact;
import io.turngate.core.TenantId;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is kept to be brought to ManyChat by its API: each contact's items in their order, the token that is wanted for
 * them, the lease of whoever delivers, and for each tenant an index of contacts with the time at which to look at them.
 *
 * <p>The index lies beside the contacts: it may name one with nothing to deliver, and entering twice is harmless. Every
 * write to a contact is fenced by the lease. Fails like {@link ConversationStore}; a lease that was taken over fails with
 * {@link io.turngate.core.TurngateException.Kind#STATE_UNAVAILABLE}, and then nothing was written. Called and completed on
 * one event loop; nothing blocks.
 */
public interface Outbox {

    /** The most contacts that are named at once. */
    int MOST_AT_ONCE = 500;

    /** This moment, epoch milliseconds by the clock that items and the index go by. */
    long nowMillis();

    /** Enters a contact to be looked at after the delay, or earlier if they were to be already. */
    Future<Void> enter(Contact contact, Duration delay);

    /** Has a contact looked at after the delay, neither earlier nor later. */
    Future<Void> schedule(Contact contact, Duration delay);

    /** Takes a contact out of the index. To be followed by {@link #release}, which says whether that was right. */
    Future<Void> leave(Contact contact);

    /** Contacts of a tenant that are due, the longest first. */
    Future<List<Contact>> due(TenantId tenant, int limit);

    /** How many contacts of a tenant the index names. */
    Future<Integer> size(TenantId tenant);

    /** Takes the lease on a contact's delivery. */
    Future<Claim> claim(Contact contact, Duration length);

    /**
     * Replaces the first item by what remains of it, or takes it away, and renews the lease. Repeated by the store itself
     * for about as long as a lease lasts; an item that is no longer as it was read is left as it is.
     *
     * @param before the item as it was read
     * @param after what remains; empty for nothing
     * @return what is pending now
     */
    Future<Pending> progress(Lease lease, String before, Optional<String> after);

    /** Gives the lease back; true if something is left to be done, now or later. */
    Future<Boolean> release(Lease lease);

    /** Appends an item to what is pending for a contact. */
    Future<Void> append(Contact contact, String item);

    /** Every contact in the tenant's index, the next due first, {@link #MOST_AT_ONCE} at most. */
    Future<List<Entry>> list(TenantId tenant);

    /**
     * Enters every contact of the tenant that has something to be delivered, found by a search of all keys.
     *
     * @return how many were found
     */
    Future<Integer> rebuild(TenantId tenant);

    /** Tokens of contacts. */
    Tokens tokens();

    /** How fast ManyChat may be called. */
    Pace pace();

    /** What could not be delivered. */
    DeadLetters deadLetters();

    /** The right to deliver to a contact, for a while. */
    record Lease(Contact contact, String fence, Duration length) {}

    /** What is pending for a contact: the first item, and how many there are. */
    record Pending(Optional<String> first, int count) {}

    /** What became of asking for a lease. */
    sealed interface Claim {

        /** Another gateway has it, for so long at most. */
        record Held(Duration remaining) implements Claim {}

        /** It is the asker's. */
        record Taken(Lease lease, Optional<TokenWish> token, Pending pending) implements Claim {}
    }

    /**
     * A token is to be written to ManyChat.
     *
     * @param notBeforeMillis when it may be tried, epoch milliseconds, 0 for at once
     * @param tries how often it was tried in vain
     */
    record TokenWish(long notBeforeMillis, int tries) {}

    /**
     * A contact in the index.
     *
     * @param lookAtMillis when it is looked at next, epoch milliseconds
     * @param pending how many items are pending
     * @param first the first of them
     * @param tokenWanted since when a token is wanted for the contact, epoch milliseconds
     */
    record Entry(Contact contact, long lookAtMillis, int pending, Optional<String> first, OptionalLong tokenWanted) {}
}
