package io.turngate.store;

/** How much of what is kept can be reached just now. */
public enum Reach {
    /** Nothing: no primary is connected. */
    NOTHING,
    /** Some contacts and not others: a primary of a Cluster is away. */
    PART,
    /** Everything. */
    EVERYTHING
}
