package io.turngate.store.redis;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads RESP2 replies from a stream, one after the other. */
final class RespReader {

    private final InputStream in;

    RespReader(InputStream in) {
        this.in = in;
    }

    /**
     * The next reply: a String, a Long, a List, an {@link RespConnection.ErrorReply} or null.
     *
     * @throws IOException the stream ends in the middle, or does not hold RESP2
     */
    @Nullable
    Object next() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> new RespConnection.ErrorReply(rest);
            case ':' -> number(rest);
            case '$' -> text(number(rest));
            case '*' -> list(number(rest));
            default -> throw garbage();
        };
    }

    private @Nullable String text(long length) throws IOException {
        if (length < 0) {
            return null;
        }
        int size = Math.toIntExact(length);
        byte[] value = in.readNBytes(size + 2);
        if (value.length < size + 2) {
            throw ended();
        }
        return new String(value, 0, size, StandardCharsets.UTF_8);
    }

    private @Nullable List<@Nullable Object> list(long length) throws IOException {
        if (length < 0) {
            return null;
        }
        List<@Nullable Object> elements = new ArrayList<>();
        for (long i = 0; i < length; i++) {
            elements.add(next());
        }
        return elements;
    }

    private String line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int next = in.read();
        while (next != '\n') {
            if (next < 0) {
                throw ended();
            }
            bytes.write(next);
            next = in.read();
        }
        String line = bytes.toString(StandardCharsets.UTF_8);
        if (line.length() < 2 || !line.endsWith("\r")) {
            throw garbage();
        }
        return line.substring(0, line.length() - 1);
    }

    private static long number(String digits) throws IOException {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw garbage();
        }
    }

    private static IOException ended() {
        return new EOFException("the server closed the connection");
    }

    private static IOException garbage() {
        return new IOException("not a RESP2 reply");
    }
}
