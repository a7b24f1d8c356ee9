package io.turngate.store;

import io.turngate.core.Contact;
import io.turngate.core.Turn;
import java.util.List;

/**
 * The lane is this gateway's: the messages that it has to answer now, recorded and counted.
 *
 * @param contact whose lane
 * @param conversationId the contact's name in logs
 * @param fence the run's number; a later run has a greater one
 * @param nowMillis when it was begun, epoch milliseconds by the contact's clock
 * @param leaseEndsMillis when the lease runs out, epoch milliseconds by the contact's clock
 * @param entries what it answers, in the order of admission, at least one
 * @param history the turns before them, oldest first
 */
public record LaneRun(
        Contact contact,
        String conversationId,
        String fence,
        long nowMillis,
        long leaseEndsMillis,
        List<Entry> entries,
        List<Turn> history) {

    public LaneRun {
        entries = List.copyOf(entries);
        history = List.copyOf(history);
    }

    /**
     * One message of a run.
     *
     * @param nonce names the message
     * @param turnId the id of its turn
     * @param count its number in the stretch, from 1
     * @param openMillis how long its request is still open, 0 if it is not
     * @param gateway which gateway has its request
     * @param media the kind of media, by the name of its constant
     * @param text what was recorded
     * @param isTold whether its caller was told that the answer comes later
     */
    public record Entry(
            String nonce,
            String turnId,
            int count,
            long openMillis,
            String gateway,
            String media,
            String text,
            boolean isTold) {}
}
