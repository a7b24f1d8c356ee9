package io.turngate.store;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What tells a message that is delivered again from a new one. An empty fingerprint is not looked for.
 *
 * @param strong of text and message id, or of text and stamp
 * @param strongWindow how long it is remembered
 * @param weak of the text alone
 * @param weakWindow how long that is remembered; zero turns it off
 * @param stampTag tells stamps apart, empty without one; two messages that both have one must agree in it
 * @param stampMillis the stamp, where the strong fingerprint only holds while the stamp is fresh; epoch milliseconds
 */
public record Fingerprints(
        String strong,
        Duration strongWindow,
        String weak,
        Duration weakWindow,
        String stampTag,
        OptionalLong stampMillis) {

    /** The same for an unbound message: it shares none with bound ones. */
    public Fingerprints unbound() {
        return new Fingerprints(apart(strong), strongWindow, apart(weak), weakWindow, stampTag, stampMillis);
    }

    private static String apart(String print) {
        return print.isEmpty() ? print : "u" + print;
    }

    /** Of a message that is never taken for another one. */
    public static final Fingerprints NONE =
            new Fingerprints("", Duration.ZERO, "", Duration.ZERO, "", OptionalLong.empty());
}
