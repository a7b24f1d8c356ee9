package io.turngate.store;

import io.turngate.core.Channel;
import io.turngate.core.Contact;

/**
 * A message at the gate of the store.
 *
 * @param contact who wrote it
 * @param nonce names the message: repeated with the same one it takes effect once
 * @param text what is recorded, never empty
 * @param cut whether the text was shortened
 * @param media the kind of media, by the name of its constant; the store only hands it on
 * @param fingerprints by which a second delivery is known
 * @param mayBeNew whether a contact that was never seen is let in
 * @param channel where they wrote, and where words are pushed to
 * @param proof what shows that the request speaks for the contact
 */
public record Arrival(
        Contact contact,
        String nonce,
        String text,
        boolean cut,
        String media,
        Fingerprints fingerprints,
        boolean mayBeNew,
        Channel channel,
        Proof proof) {}
