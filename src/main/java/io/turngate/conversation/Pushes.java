package io.turngate.conversation;

import io.turngate.config.TenantConfig;
import io.turngate.core.Contact;
import io.vertx.core.Future;

/** What the way of a message asks of those who bring words to ManyChat by its API. Callable from any event loop. */
public interface Pushes {

    /** Nothing is ever pushed. */
    Pushes NONE = new Pushes() {
        @Override
        public boolean isOpen(TenantConfig tenant) {
            return false;
        }

        @Override
        public Future<Void> due(Contact contact) {
            return Future.succeededFuture();
        }

        @Override
        public Future<Void> leave(Contact contact, Unsaid unsaid) {
            return Future.failedFuture("nothing is ever pushed");
        }
    };

    /** Whether what is pushed for the tenant can arrive: it has an API key, and ManyChat has not refused it. */
    boolean isOpen(TenantConfig tenant);

    /**
     * Something of the contact is to be brought to ManyChat.
     *
     * @return completes once another gateway would find it, should this one die
     */
    Future<Void> due(Contact contact);

    /**
     * Leaves what an answer cannot carry, behind what is to be brought already. Nothing of it is sent before {@link #due} is
     * called, which is to be done once the answer is on its way; others find it half a minute later, should this gateway die.
     *
     * @return fails if it could not be left; the answer has to do without then
     */
    Future<Void> leave(Contact contact, Unsaid unsaid);
}
