package io.turngate.core;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Why a message was handed to a person: a closed set. */
public enum Reason {
    TURN_CAP,
    RATE_LIMITED,
    BUDGET,
    KEYWORD,
    EXPLICIT_REQUEST,
    COMPLAINT,
    OUT_OF_SCOPE,
    PRICE_NEGOTIATION,
    PAYMENT_REPORTED,
    LOW_CONFIDENCE,
    MODEL_ERROR,
    MODEL_TIMEOUT,
    BAD_REPLY,
    MEDIA,
    BUSY,
    OVERLOAD,
    STATE_UNAVAILABLE;

    private final String wireName = name().toLowerCase(Locale.ROOT);

    private static final Set<Reason> OF_THE_MODEL =
            EnumSet.of(EXPLICIT_REQUEST, COMPLAINT, OUT_OF_SCOPE, PRICE_NEGOTIATION, PAYMENT_REPORTED, LOW_CONFIDENCE);

    /** The reason that a model may give for an escalation of its own; empty for any other word. */
    public static Optional<Reason> findOfTheModel(String word) {
        return OF_THE_MODEL.stream()
                .filter(reason -> reason.wireName().equals(word))
                .findFirst();
    }

    /** The word in headers, payloads, turns and metrics. */
    public String wireName() {
        return wireName;
    }
}
