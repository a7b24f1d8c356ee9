package io.turngate.store;

import io.turngate.core.Contact;
import io.turngate.rules.Rules;
import io.vertx.core.Future;
import java.util.Optional;

/** What operators ask and do of a contact's kept state. Fails like {@link ConversationStore}. */
public interface ContactLedger {

    /** The contact as the next message would find them; empty if they were never seen. Changes nothing. */
    Future<Optional<ContactView>> find(Contact contact, Rules rules);

    /**
     * The cap starts again now; turns stay. Recorded as the operator's.
     *
     * @return when, epoch milliseconds by the contact's clock; empty if the contact was never seen
     */
    Future<Optional<Long>> resetCap(Contact contact);
}
