package io.turngate.core;

import java.util.Locale;

/** What became of a message. */
public enum Outcome {
    ANSWERED,
    ACKNOWLEDGED,
    ESCALATED,
    SILENT,
    DUPLICATE;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    /** The word in headers, payloads, turns and metrics. */
    public String wireName() {
        return wireName;
    }
}
