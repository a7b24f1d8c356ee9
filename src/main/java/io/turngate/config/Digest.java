package io.turngate.config;

import io.turngate.core.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** SHA-256 over one or several pieces of content, as hexadecimal digits. */
final class Digest {

    /** What of a digest is shown and stored: enough to tell a tenant's versions apart. */
    private static final int VERSION_DIGITS = 12;

    private final MessageDigest sha256 = Sha256.start();

    /** The first 12 digits over the bytes alone. */
    static String version(byte[] bytes) {
        Digest digest = new Digest();
        digest.sha256.update(bytes);
        return shorten(digest.hex());
    }

    static String shorten(String hex) {
        return hex.substring(0, VERSION_DIGITS);
    }

    /** Adds a piece with its length, so that pieces cannot run into each other. */
    Digest add(byte[] bytes) {
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        sha256.update(bytes);
        return this;
    }

    Digest add(String text) {
        return add(text.getBytes(StandardCharsets.UTF_8));
    }

    /** All 64 digits; nothing can be added afterwards. */
    String hex() {
        return HexFormat.of().formatHex(sha256.digest());
    }
}
