package io.turngate.conversation;

import io.turngate.conversation.TenantLimits.Shed;
import io.turngate.core.TenantId;

/** Hears what happens to messages beside their answers; called from any event loop, must not block. */
public interface LaneListener {

    /** A message was handed over without being looked at. */
    void shed(TenantId tenant, Shed cause);

    /** A message found its lane taken. */
    void waited();

    /** A message was delivered again. */
    void duplicate(DuplicateKind kind);

    /** So many messages that a gateway left behind were handed over. */
    void takenOver(int messages);

    /** What a second delivery met. */
    enum DuplicateKind {
        /** The first one was answered: the answer was given again. */
        REPLAYED,
        /** The first one was under way. */
        IN_FLIGHT
    }
}
