package io.turngate.store;

import io.turngate.core.Reason;
import io.turngate.core.Turn;
import java.util.List;

/** What the store said of a message. */
public sealed interface Admission {

    /**
     * The contact's only name in logs: random, and empty for a contact that was refused before it had one.
     */
    String conversationId();

    /**
     * The message is recorded and counted.
     *
     * @param conversationId the contact's name in logs
     * @param turnId the id of the contact's turn
     * @param count the message's number in its stretch, from 1
     * @param history the turns before it, oldest first, at most {@link ConversationStore#HISTORY_LIMIT}
     * @param isNew whether the contact was seen for the first time
     */
    record Admitted(String conversationId, String turnId, int count, List<Turn> history, boolean isNew)
            implements Admission {

        public Admitted {
            history = List.copyOf(history);
        }
    }

    /**
     * The opening keyword was let in.
     *
     * @param conversationId the contact's name in logs
     * @param count the messages of the stretch so far
     * @param isNew whether the contact was seen for the first time
     */
    record Opened(String conversationId, int count, boolean isNew) implements Admission {}

    /** The message is refused; nothing was recorded or counted. */
    record Refused(String conversationId, Reason reason) implements Admission {}
}
