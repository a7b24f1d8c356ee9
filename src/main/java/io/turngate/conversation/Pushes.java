package io.turngate.conversation;

import io.turngate.config.TenantConfig;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.vertx.core.Future;

/** What the way of a message asks of those who bring words to ManyChat by its API. Callable from any event loop. */
public interface Pushes {

    /**
     * Whether what is pushed can arrive: the tenant has an API key, ManyChat has not refused it, and the contact's id is one
     * that ManyChat's API can be told.
     */
    boolean isOpen(TenantConfig tenant, ContactId contact);

    /**
     * Something of the contact is to be brought to ManyChat.
     *
     * @return completes once another gateway would find it, should this one die
     */
    Future<Void> due(Contact contact);

    /**
     * A token is to be written for the contact. Unlike words it may be kept waiting: many contacts may want one at once.
     *
     * @return completes once another gateway would find it
     */
    Future<Void> tokenWanted(Contact contact);

    /**
     * Leaves what an answer cannot carry, behind what is to be brought already. Nothing of it is sent before {@link #due} is
     * called, which is to be done once the answer is on its way; others find it half a minute later, should this gateway die.
     *
     * @return fails if it could not be left; the answer has to do without then
     */
    Future<Void> leave(Contact contact, Unsaid unsaid);
}
