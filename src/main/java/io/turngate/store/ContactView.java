package io.turngate.store;

import io.turngate.core.Turn;
import java.util.List;
import java.util.Optional;

/**
 * A contact as an operator needs it, at one moment. Times are epoch milliseconds by the contact's clock.
 *
 * @param conversationId the contact's name in logs
 * @param nowMillis the moment
 * @param count messages of the stretch that the next message would belong to, 0 if it would begin one
 * @param sinceMillis when that stretch began; the moment itself with a count of 0
 * @param lastMessageMillis when the contact last wrote
 * @param turns all turns that are kept
 * @param messagesThisHour accepted in the last 60 minutes
 * @param resetMillis when an operator last reset the cap
 * @param run the run that is under way, as it is kept; empty if there is none
 * @param waiting messages that wait in the lane
 * @param pending words that are still to be pushed
 * @param token what is known of the contact's token
 * @param unbound turns of requests that did not speak for the contact, kept apart
 * @param history what the runner would be given now, oldest first
 * @param keys the names of the contact's keys that exist now, sorted
 */
public record ContactView(
        String conversationId,
        long nowMillis,
        int count,
        long sinceMillis,
        Optional<Long> lastMessageMillis,
        long turns,
        int messagesThisHour,
        Optional<Long> resetMillis,
        Optional<String> run,
        int waiting,
        int pending,
        TokenState token,
        int unbound,
        List<Turn> history,
        List<String> keys) {

    /**
     * What is known of a contact's token.
     *
     * @param state {@code none}, {@code pending} while it is being written, {@code confirmed}
     * @param confirmedMillis when ManyChat took it
     */
    public record TokenState(String state, Optional<Long> confirmedMillis) {}

    public ContactView {
        history = List.copyOf(history);
        keys = List.copyOf(keys);
    }
}
