package io.turngate.store;

/**
 * What shows that a request speaks for its contact.
 *
 * @param mode what binds
 * @param tokenDigest SHA-256 of the token that was presented, in lower-case hexadecimal digits; empty if none was
 */
public record Proof(Mode mode, String tokenDigest) {

    /** The shared secret alone binds. */
    public static final Proof BY_SECRET = new Proof(Mode.SECRET, "");

    /** What binds a request to its contact. */
    public enum Mode {
        /** The shared secret alone. */
        SECRET,
        /** The contact's token. */
        TOKEN,
        /** The contact's token; a missing one binds as well, while tokens are rolled out. */
        LENIENT
    }
}
