package io.turngate.store;

import io.turngate.core.Contact;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Which lanes have to be looked after should their gateway die. An index beside the lanes: entering it twice is harmless,
 * and it may name a lane that is long free.
 */
public interface LaneWatch {

    /** How many lanes are named at once. */
    int MOST_AT_ONCE = 100;

    /** Enters lanes that this gateway works on, to be looked at once a lease has passed. */
    Future<Void> enter(Collection<Contact> contacts, Duration lease);

    /** Takes out lanes that this gateway is done with. */
    Future<Void> leave(Collection<Contact> contacts);

    /** Lanes that are due for a look, {@link #MOST_AT_ONCE} at most. */
    Future<List<Due>> due();

    /**
     * Looks after one lane: what nobody answers any more is handed over.
     *
     * @param found told what was found while the index still names the lane, which it does until that is done; fails if it
     *     could not be, and the lane is to be looked at again
     */
    Future<Swept> sweep(Due due, Terms terms, Function<Swept, Future<Void>> found);

    /** Looks at a lane later, so that those behind it come to their turn. */
    Future<Void> postpone(Due due, Duration delay);

    /**
     * What was found in a lane.
     *
     * @param handedOver how many messages were
     * @param hasWords whether something of the contact is to be brought to ManyChat
     */
    record Swept(int handedOver, boolean hasWords) {}

    /**
     * A lane that is due.
     *
     * @param contact whose
     * @param member its name in the index
     */
    record Due(Contact contact, String member) {}
}
