package io.turngate.config;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** A secret's value, read from where its reference points; nothing prints it. */
public final class Secret {

    private final String value;
    private final byte[] digest;

    public Secret(String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("a secret is never empty");
        }
        this.value = value;
        this.digest = sha256(value);
    }

    /**
     * Whether a presented text is this secret, in a time that depends on neither: what is compared is a digest of
     * fixed length.
     */
    public boolean matches(String presented) {
        return MessageDigest.isEqual(digest, sha256(presented));
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

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
