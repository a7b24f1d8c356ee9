package io.turngate.config;

import io.turngate.core.Sha256;
import java.security.MessageDigest;

/** A secret's value, read from where its reference points; nothing prints it. */
public final class Secret {

    private final String value;
    private final byte[] digest;

    public Secret(String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("a secret is never empty");
        }
        this.value = value;
        this.digest = Sha256.digest(value);
    }

    /**
     * Whether a presented text is this secret, in a time that depends on neither: what is compared is a digest of
     * fixed length.
     */
    public boolean matches(String presented) {
        return MessageDigest.isEqual(digest, Sha256.digest(presented));
    }

    /** The value, for the one place that must send it. */
    public String reveal() {
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && MessageDigest.isEqual(digest, secret.digest);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return "***";
    }
}
