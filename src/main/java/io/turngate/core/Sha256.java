package io.turngate.core;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests of texts, as UTF-8. Those of tokens are written by one part and looked up by another: they must be the same. */
public final class Sha256 {

    private Sha256() {}

    /** 32 bytes. */
    public static byte[] digest(String text) {
        return start().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** 64 lower-case hexadecimal digits. */
    public static String hex(String text) {
        return HexFormat.of().formatHex(digest(text));
    }

    /** A digest of several pieces. */
    public static MessageDigest start() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
