package io.turngate.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** One configuration file as it was read: its bytes, or why there are none. Immutable. */
final class SourceFile {

    /** The most bytes a file may have. */
    static final int LARGEST = 1 << 20;

    static final String TOO_LARGE = "is larger than " + LARGEST + " bytes";
    static final String MISSING = "is missing";

    private final byte[] bytes;
    private final Optional<String> failure;

    private SourceFile(byte[] bytes, Optional<String> failure) {
        this.bytes = bytes;
        this.failure = failure;
    }

    /** Reads the file; whatever goes wrong is its {@link #failure}. Blocks. */
    static SourceFile read(Path file) {
        return read(file, LARGEST);
    }

    /** Reads a file of at most so many bytes. Blocks. */
    static SourceFile read(Path file, int largest) {
        if (Files.notExists(file)) {
            return failed(MISSING);
        }
        // A named pipe would never end.
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return failed("is not a regular file");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(largest + 1);
            return bytes.length > largest
                    ? failed("is larger than " + largest + " bytes")
                    : new SourceFile(bytes, Optional.empty());
        } catch (IOException e) {
            return failed("cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    /** A file as if it had these bytes. */
    static SourceFile of(byte[] bytes) {
        return new SourceFile(Arrays.copyOf(bytes, bytes.length), Optional.empty());
    }

    private static SourceFile failed(String failure) {
        return new SourceFile(new byte[0], Optional.of(failure));
    }

    /** A copy of the bytes; none if reading failed. */
    byte[] bytes() {
        return Arrays.copyOf(bytes, bytes.length);
    }

    /** Why the file could not be read. */
    Optional<String> failure() {
        return failure;
    }

    boolean isMissing() {
        return failure.filter(MISSING::equals).isPresent();
    }
}
