package io.turngate.core;

import java.util.Locale;

/** Whose turn it is. */
public enum Role {
    CONTACT,
    AGENT;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The word that a kept turn carries. */
    public String wireName() {
        return wireName;
    }
}
