package io.turngate.testing;

import io.turngate.core.Channel;
import io.turngate.core.Contact;
import io.turngate.store.Arrival;
import io.turngate.store.Fingerprints;
import io.turngate.store.Proof;

/** Messages at the gate of the store that need no more than their text. */
public final class TestArrival {

    private TestArrival() {}

    public static Arrival of(Contact contact, String nonce, String text) {
        return of(contact, nonce, text, Fingerprints.NONE);
    }

    public static Arrival of(Contact contact, String nonce, String text, Fingerprints prints) {
        return of(contact, nonce, text, prints, Proof.BY_SECRET);
    }

    public static Arrival of(Contact contact, String nonce, String text, Fingerprints prints, Proof proof) {
        return new Arrival(contact, nonce, text, false, "NONE", prints, true, Channel.WHATSAPP, proof);
    }
}
