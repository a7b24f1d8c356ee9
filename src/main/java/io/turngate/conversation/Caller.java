package io.turngate.conversation;

/** Whoever sent a message and waits for its answer. */
@FunctionalInterface
public interface Caller {

    /** Whether they still wait; callable from any thread. */
    boolean isWaiting();
}
