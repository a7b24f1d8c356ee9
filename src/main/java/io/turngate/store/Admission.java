package io.turngate.store;

import io.turngate.core.Reason;
import java.util.Optional;

/** What the store said of a message. */
public sealed interface Admission {

    /** The contact's only name in logs: random, and empty for a contact that was refused before it had one. */
    String conversationId();

    /** The lane was free: the message is recorded and counted, with whatever else waited. */
    record Running(LaneRun run, boolean isNew) implements Admission {
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
    record Waiting(String conversationId, String holder, boolean isNew) implements Admission {}

    /** The lane is full: the message is recorded and counted, but nothing will run for it. */
    record Busy(String conversationId, String turnId, int count) implements Admission {}

    /**
     * The same message was here before.
     *
     * @param nonce the first one's
     * @param answer what it was answered with; empty while it is under way
     */
    record Duplicate(String conversationId, String nonce, Optional<KeptAnswer> answer) implements Admission {}

    /**
     * The opening keyword was let in.
     *
     * @param count the messages of the stretch so far
     * @param isNew whether the contact was seen for the first time
     */
    record Opened(String conversationId, int count, boolean isNew) implements Admission {}

    /** The message is refused; nothing was recorded or counted. */
    record Refused(String conversationId, Reason reason) implements Admission {}
}
