package io.turngate.testing;

import java.io.IOException;

/** Where a test's Redis runs: a process of this machine or a container. Each method blocks until it is done. */
interface RedisBackend extends AutoCloseable {

    /** Starts the server, or starts it again with the data it had, on the same port. */
    void start() throws IOException;

    String host();

    int port();

    boolean isRunning();

    /** SIGTERM, then waits for the end. */
    void stop() throws IOException;

    /** SIGKILL. */
    void kill() throws IOException;

    /** SIGSTOP: connections stay open and nothing answers. */
    void suspend() throws IOException;

    /** SIGCONT. */
    void resume() throws IOException;

    /** Ends the server and deletes what it stored. */
    @Override
    void close() throws IOException;
}
