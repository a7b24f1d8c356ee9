package io.turngate.store;

import io.turngate.core.Reason;
import java.util.Optional;

/** What the store said of a message. */
public sealed interface Admission {

    /** The contact's only name in logs: random, and empty for a contact that was refused before it had one. */
    String conversationId();

    /** What else is to be known; a bound message of a known contact unless it is told otherwise. */
    default Marks marks() {
        return BOUND;
    }

    /** A bound message of a contact that is known and needs no token. */
    Marks BOUND = new Marks(false, false, true);

    /** The lane was free: the message is recorded and counted, with whatever else waited. */
    record Running(LaneRun run, Marks marks) implements Admission {
        @Override
        public String conversationId() {
            return run.conversationId();
        }
    }

    /**
     * The message waits in the lane.
     *
     * @param holder the gateway that has the lane now
     */
    record Waiting(String conversationId, String holder, Marks marks) implements Admission {}

    /** The lane is full: the message is recorded and counted, but nothing will run for it. */
    record Busy(String conversationId, String turnId, int count) implements Admission {}

    /**
     * The same message was here before.
     *
     * @param nonce the first one's
     * @param answer what it was answered with; empty while it is under way
     */
    record Duplicate(String conversationId, String nonce, Optional<KeptAnswer> answer, Marks marks)
            implements Admission {}

    /**
     * The opening keyword was let in.
     *
     * @param count the messages of the stretch so far; 0 for an unbound one
     */
    record Opened(String conversationId, int count, Marks marks) implements Admission {}

    /**
     * The request does not speak for the contact: its message is recorded apart, and answered from itself alone.
     *
     * @param turnId the id of its turn among the unbound ones
     */
    record Unbound(String conversationId, String turnId, Marks marks) implements Admission {}

    /** The message is refused; nothing was recorded or counted. */
    record Refused(String conversationId, Reason reason, Marks marks) implements Admission {}
}
