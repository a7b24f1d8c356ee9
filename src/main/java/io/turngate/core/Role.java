package io.turngate.core;

import java.util.Locale;

/** Whose turn it is. */
public enum Role {
    CONTACT,
    AGENT;

    /** The word that a kept turn carries. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
