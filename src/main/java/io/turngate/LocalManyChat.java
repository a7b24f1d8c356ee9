package io.turngate;

import io.turngate.config.Secret;
import io.turngate.core.Channel;
import io.turngate.emulator.ContactSpec;
import io.turngate.emulator.Emulator;
import io.turngate.emulator.EmulatorOptions;
import io.vertx.core.Vertx;
import java.io.PrintWriter;
import java.time.Duration;

/** An emulator of ManyChat on loopback, as commands start it. Its methods block and are for the main thread alone. */
final class LocalManyChat implements AutoCloseable {

    /** Where {@code manychat.baseUrl} of the shipped tenant points. */
    static final int PORT = 8090;

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int HIGHEST_PORT = 65_535;

    private final Vertx vertx;
    private final Emulator emulator;

    private LocalManyChat(Vertx vertx, Emulator emulator) {
        this.vertx = vertx;
        this.emulator = emulator;
    }

    /** Starts one; fails with {@link StartFailure}, and then nothing is left running. */
    static LocalManyChat start(int port) {
        if (port < 0 || port > HIGHEST_PORT) {
            throw new StartFailure("a port is 0 to 65535, found " + port);
        }
        Vertx vertx = PlainVertx.create();
        try {
            EmulatorOptions options =
                    EmulatorOptions.STRICT.on("127.0.0.1", port).withReroutedCallbacks();
            return new LocalManyChat(vertx, Blocking.await(Emulator.start(vertx, options), LIMIT));
        } catch (RuntimeException e) {
            Blocking.await(vertx.close(), LIMIT);
            throw new StartFailure(
                    "the emulator of ManyChat cannot listen on 127.0.0.1:" + port + ": " + e.getMessage());
        }
    }

    /** Has its contacts speak to a tenant. */
    void pointAt(String messages, Secret secret) {
        Blocking.await(emulator.pointAt(messages, secret), LIMIT);
    }

    /** Adds a contact to whom something can be said at once. */
    void addContact(String id, String firstName) {
        Blocking.await(emulator.put(ContactSpec.of(id, Channel.WHATSAPP).named(firstName, "")), LIMIT);
    }

    String baseUrl() {
        return emulator.baseUrl();
    }

    /** The key of its API, which is no secret: it is the same everywhere. */
    String apiToken() {
        return emulator.apiToken().reveal();
    }

    /** Prints a request to its control API. */
    void printRequest(PrintWriter out, String path, String body) {
        out.printf("  curl -s %s -H 'Content-Type: application/json' \\%n    -d '%s'%n%n", baseUrl() + path, body);
    }

    @Override
    public void close() {
        Blocking.await(vertx.close(), LIMIT);
    }
}
