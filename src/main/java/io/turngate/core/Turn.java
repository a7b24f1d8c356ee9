package io.turngate.core;

import org.jspecify.annotations.Nullable;

/**
 * One message of a conversation as it is kept.
 *
 * @param id the time it was recorded, a dash and a nonce: unique within the contact
 * @param role whose turn it is
 * @param text what was said, never empty
 * @param recordedAtMillis the raw time it was recorded, epoch milliseconds by the contact's clock
 * @param outcome for an agent's turn what became of the message it answers; null for a contact's
 * @param reason why the agent handed the contact over, or could not read what they sent; null otherwise
 */
public record Turn(
        String id,
        Role role,
        String text,
        long recordedAtMillis,
        @Nullable Outcome outcome,
        @Nullable Reason reason) {

    /** Whether the turn is a fixed text of the gateway's about the hand-over or about media, not the agent's words. */
    public boolean isHandover() {
        return outcome == Outcome.ESCALATED || reason != null;
    }
}
