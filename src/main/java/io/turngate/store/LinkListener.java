package io.turngate.store;

/** Hears what becomes of a connection to Redis; called on its event loop. */
public interface LinkListener {

    /** The connection is usable. */
    void up(ServerFacts facts);

    /** A usable connection is lost; a new one is being made. */
    void down(String why);

    /** A command was answered, or was not. */
    void command(long nanos, boolean succeeded);
}
