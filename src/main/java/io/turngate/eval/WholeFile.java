package io.turngate.eval;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that is there whole or not at all. */
public final class WholeFile {

    private WholeFile() {}

    /**
     * Puts the text in place of whatever is there, UTF-8. Blocks.
     *
     * @throws IOException if it cannot be written; what was there before is still there then
     */
    public static void write(Path file, String text) throws IOException {
        Path whole = file.toAbsolutePath();
        Path part = whole.resolveSibling(
                "." + whole.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            Files.writeString(part, text);
            move(part, whole);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void move(Path part, Path whole) throws IOException {
        try {
            Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
