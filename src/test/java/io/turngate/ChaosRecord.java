package io.turngate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that was seen of a chaos run, for {@link ChaosJudge}. Times are of {@link System#nanoTime}.
 *
 * @param said what contacts wrote
 * @param turns what is kept of each contact, oldest first
 * @param asked every request that the model got
 * @param pushed the words that ManyChat took for each contact, in order
 * @param deadLetters the items of the dead letters, as they are kept
 * @param deaths of gateways
 * @param leftKeys keys that should have gone once everything was quiet
 */
record ChaosRecord(
        List<Said> said,
        Map<String, List<Turn>> turns,
        List<Asked> asked,
        Map<String, List<String>> pushed,
        List<String> deadLetters,
        List<Death> deaths,
        List<String> leftKeys) {

    /** In the agent's words for a message. */
    static final String REPLY = "re ";

    /**
     * A message, however often it was delivered.
     *
     * @param text what nobody else wrote, nor the same contact at another time
     * @param sentNanos when it was first sent
     * @param told every answer of HTTP status 200 to it, in the order of their coming
     * @param last whether it is the one that looks whether the contact is still answered
     */
    record Said(String contact, String text, long sentNanos, List<Told> told, boolean last) {

        /** When its client first learnt that it was taken; empty if it never was. */
        Optional<Long> takenNanos() {
            return told.stream().filter(Told::isTaken).map(Told::nanos).findFirst();
        }

        boolean wasTold(String outcome) {
            return told.stream().anyMatch(answer -> answer.outcome().equals(outcome));
        }
    }

    /** An answer that a client has got. */
    record Told(long nanos, String outcome, String reason, String reply) {

        /**
         * A hand-over for want of Redis says that nothing was taken, though it may have been; one for want of time (the
         * gateway's event loop is late) that the message was not even looked at.
         */
        boolean isTaken() {
            return !reason.equals("state_unavailable") && !reason.equals("overload");
        }
    }

    /** A turn as it is kept; of a contact's turn {@code to} is empty, of an agent's {@code count} is 0. */
    record Turn(String id, boolean agent, String text, String to, String outcome, boolean pushed, int count) {

        boolean isHandOver() {
            return agent && outcome.equals("escalated");
        }

        /** Its words may have been left to be pushed: those that a script wrote for a dead gateway do not say so. */
        boolean mayBePushed() {
            return agent && (pushed || id.contains("-dead-"));
        }
    }

    /**
     * The model was asked.
     *
     * @param gateway by which gateway
     * @param history what it was given, oldest first: texts, and an empty text for a hand-over
     * @param messages what it was to answer
     */
    record Asked(String gateway, long nanos, List<String> history, List<String> messages) {}

    /** A gateway was killed. */
    record Death(String gateway, long nanos) {}

    List<Turn> turnsOf(String contact) {
        return turns.getOrDefault(contact, List.of());
    }

    Stream<Said> taken() {
        return said.stream().filter(message -> message.takenNanos().isPresent());
    }
}
