package io.turngate.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps what Turngate let out during the tests of a build, and the contact tokens that must not be in it, for the check
 * that comes last. Safe for use from any thread.
 */
public final class SecrecyLedger {

    private static final Path FOLDER = Path.of("target", "secrecy");

    /** Files of what was let out; the log of gateways in the tests' own JVM is written there too. */
    public static final Path OUTPUT = FOLDER.resolve("output");

    /** One token a line. */
    public static final Path TOKENS = FOLDER.resolve("tokens");

    private SecrecyLedger() {}

    /**
     * Something was let out.
     *
     * @param kind one of a few words: what it is
     */
    public static void output(String kind, String text) {
        append(OUTPUT.resolve(kind + ".txt"), text);
    }

    /** A gateway answered. */
    public static HttpResponse<String> response(HttpResponse<String> response) {
        output("responses", response.statusCode() + " " + response.headers().map() + "\n" + response.body());
        return response;
    }

    /** What is kept in Redis; nothing if the test has ended its server. */
    public static void keys(TestRedis redis) {
        try {
            output("redis", RedisScan.everything(redis));
        } catch (UncheckedIOException e) {
            output("unread", "a server that was not there any more");
        }
    }

    /** A token was written to a contact. */
    public static void token(String token) {
        append(TOKENS, token);
    }

    private static synchronized void append(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
