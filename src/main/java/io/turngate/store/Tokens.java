package io.turngate.store;

import io.turngate.core.Contact;
import io.turngate.core.TenantId;
import io.turngate.store.Outbox.Lease;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The digests of contacts' tokens, as far as writing tokens to ManyChat goes. Fails and is fenced like {@link Outbox}. */
public interface Tokens {

    /**
     * Notes the digest of a token, before ManyChat is given the token.
     *
     * @param digest SHA-256 of the token's characters, 64 hexadecimal digits
     * @return false if the contact is not kept any more
     */
    Future<Boolean> mint(Lease lease, String digest);

    /** ManyChat has taken the token: it is the contact's now, and what was to be erased stays. */
    Future<Void> confirm(Lease lease, String digest);

    /** The token was not taken and is tried again after a while. */
    Future<Void> postpone(Lease lease, Duration delay, int tries);

    /** The token will not be taken, and is not tried again until it is wanted anew. */
    Future<Void> giveUp(Lease lease);

    /** ManyChat does not know the contact: given up, and all keys of one who never had a token expire within an hour. */
    Future<Void> giveUpUnknown(Lease lease);

    /** Asks for a token; false if the contact has one, or is not known. */
    Future<Boolean> want(Contact contact);

    /** Whether ManyChat has taken a token of the contact. */
    Future<Boolean> isConfirmed(Contact contact);

    /**
     * A page of the tenant's contacts that wrote, or were written to, lately, and have no confirmed token.
     *
     * @param cursor where to go on; empty for the beginning
     * @param since how far back a contact's newest turn may lie
     */
    Future<Page> findWithout(TenantId tenant, String cursor, Duration since);

    /**
     * A page of contacts.
     *
     * @param contacts may name a contact again that an earlier page had
     * @param next where to go on; empty at the end
     */
    record Page(List<Contact> contacts, Optional<String> next) {

        public Page {
            contacts = List.copyOf(contacts);
        }
    }
}
