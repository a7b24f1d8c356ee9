package io.turngate.emulator;

import java.util.Optional;

/**
 * A contact says something.
 *
 * @param contact who
 * @param text what, word for word
 * @param via how it comes to the gateway; empty: the callback if one waits, else a Dynamic Block
 * @param overlapping whether it does not wait for the answer to what the contact said before
 */
public record Say(String contact, String text, Optional<Via> via, boolean overlapping) {

    /** Something said the usual way. */
    public static Say of(String contact, String text) {
        return new Say(contact, text, Optional.empty(), false);
    }

    /** The same by another way. */
    public Say via(Via way) {
        return new Say(contact, text, Optional.of(way), overlapping);
    }

    /** The same, without waiting for the answer to what was said before. */
    public Say overlap() {
        return new Say(contact, text, via, true);
    }

    @Override
    public String toString() {
        return "a contact's text";
    }
}
