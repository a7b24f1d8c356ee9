package io.turngate.store;

import io.turngate.core.Contact;
import io.vertx.core.Future;
import java.time.Duration;

/** How fast an account may be called, by all gateways together. Fails like {@link ConversationStore}. */
public interface Pace {

    /**
     * Reserves the next slot for a call.
     *
     * @param account names the account; letters, digits, {@code _} and {@code -}
     * @param call which kind of call
     * @param interval the time between two slots, to the microsecond
     * @param longestWait for a longer wait nothing is reserved
     */
    Future<Slot> reserve(String account, String call, Duration interval, Duration longestWait);

    /** Puts off every slot of the account's call that is not reserved yet: ManyChat found it too fast. */
    Future<Void> slowDown(String account, String call, Duration by);

    /** Takes one of the flows that may be sent to a contact: fifty at once, fifty more an hour. */
    Future<Boolean> takeFlow(Contact contact);

    /**
     * A slot.
     *
     * @param isReserved whether it is the asker's
     * @param delay how long until then
     */
    record Slot(boolean isReserved, Duration delay) {}
}
