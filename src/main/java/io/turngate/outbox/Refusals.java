package io.turngate.outbox;

import io.turngate.core.Contact;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Contacts whose messages are refused by the rate limit. Each refusal hands over, but a contact who goes on writing must not
 * cost a call of ManyChat's API for each message, nor fill what is pending: one in ten minutes says all. Belongs to one event
 * loop; remembers ten thousand.
 */
final class Refusals {

    private static final long PAUSE_NANOS = Duration.ofMinutes(10).toNanos();
    private static final int MOST_REMEMBERED = 10_000;

    private final LongSupplier nanoClock;
    private final Map<Contact, Long> handedOver = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Contact, Long> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    Refusals(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Whether the contact was not handed over for this lately; if so, they are now. */
    boolean mayHandOver(Contact contact) {
        long now = nanoClock.getAsLong();
        Long before = handedOver.get(contact);
        if (before != null && now - before < PAUSE_NANOS) {
            return false;
        }
        handedOver.remove(contact);
        handedOver.put(contact, now);
        return true;
    }
}
