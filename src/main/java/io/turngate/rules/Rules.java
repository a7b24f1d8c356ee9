package io.turngate.rules;

import java.time.Duration;
import java.util.Optional;

/**
 * One tenant's rules.json, valid and with its defaults filled in.
 *
 * @param version hash of the file that it was read from; stamped on each turn that it judges
 * @param historyDays how far back the history reaches, 1 to 3650
 * @param idleResetHours the silence that starts a new stretch, 1 to 8760
 * @param maxTurnsPerConversation the turn cap of a stretch, 1 to 1000
 * @param turnsPerSubscriberPerHour accepted messages of a contact in any 60 minutes, 1 to 600
 * @param messages the texts that a contact may be given
 * @param confidenceThreshold 0 to 1; a reply below it is escalated
 * @param escalationKeywords words that hand the contact over
 * @param openingTrigger a keyword of the flow and its fixed answer
 * @param budget the day's limits of tokens and cost
 * @param duplicateSeconds 0 to 3600; within it the same text without a stamp is the same message, 0 turns it off
 * @param retentionDays turns older than this are removed, at least {@code historyDays}; empty keeps them for ever
 * @param showAges whether the model is told how old each turn is
 */
public record Rules(
        String version,
        int historyDays,
        int idleResetHours,
        int maxTurnsPerConversation,
        int turnsPerSubscriberPerHour,
        Messages messages,
        double confidenceThreshold,
        Keywords escalationKeywords,
        Optional<OpeningTrigger> openingTrigger,
        Budget budget,
        int duplicateSeconds,
        Optional<Integer> retentionDays,
        boolean showAges) {

    /**
     * The texts that a contact may be given.
     *
     * @param acknowledgement sent when a reply takes longer than the caller waits
     * @param escalation sent when the contact is handed over
     * @param mediaFallback sent for media that cannot be read; empty escalates it
     */
    public record Messages(String acknowledgement, String escalation, Optional<String> mediaFallback) {}

    /** The day's limits of a tenant: tokens, at least 1, and cost in US dollars, above 0. */
    public record Budget(long dailyTokenCap, double dailyCostCapUsd) {}

    /** The same rules for one who never looks for second deliveries. */
    public Rules withoutDuplicates() {
        return new Rules(
                version,
                historyDays,
                idleResetHours,
                maxTurnsPerConversation,
                turnsPerSubscriberPerHour,
                messages,
                confidenceThreshold,
                escalationKeywords,
                openingTrigger,
                budget,
                0,
                retentionDays,
                showAges);
    }

    /** How far back the history reaches. */
    public Duration historyReach() {
        return Duration.ofDays(historyDays);
    }

    /** The silence that starts a new stretch. */
    public Duration idleReset() {
        return Duration.ofHours(idleResetHours);
    }

    /** The messages that are left after this count of the stretch, at least 0. */
    public int turnsLeft(int count) {
        return Math.max(0, maxTurnsPerConversation - count);
    }
}
