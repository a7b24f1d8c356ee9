package io.turngate.testing;

import io.turngate.store.redis.RedisBinary;
import io.turngate.store.redis.RedisProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A redis-server process in a temporary folder of its own. */
final class ProcessBackend implements RedisBackend {

    private static final Duration GRACE = Duration.ofSeconds(10);

    private final RedisServer.Binary binary;
    private @Nullable RedisBinary program;
    private @Nullable Path dir;
    private @Nullable Process process;
    private int port;

    ProcessBackend(RedisServer.Binary binary) {
        this.binary = binary;
    }

    @Override
    public void start() throws IOException {
        Path folder = dir;
        if (folder == null) {
            folder = Files.createTempDirectory("turngate-redis-");
            dir = folder;
            program = binary == RedisServer.Binary.EMBEDDED
                    ? RedisBinary.fromLibrary(folder.resolve("bin"))
                    : RedisBinary.find(System.getenv("PATH"), folder.resolve("bin"));
            port = RedisProcess.freePort();
        }
        process = RedisProcess.start(Objects.requireNonNull(program), folder, port, Optional.empty());
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    @Override
    public void stop() {
        RedisProcess.stop(started().toHandle(), GRACE);
    }

    @Override
    public void kill() throws IOException {
        started().destroyForcibly();
        await(started());
    }

    @Override
    public void suspend() throws IOException {
        signal("-STOP");
    }

    @Override
    public void resume() throws IOException {
        signal("-CONT");
    }

    @Override
    public void close() throws IOException {
        if (isRunning()) {
            kill();
        }
        Path folder = dir;
        dir = null;
        if (folder != null) {
            delete(folder);
        }
    }

    private Process started() {
        return Objects.requireNonNull(process, "the server has not been started");
    }

    private void signal(String name) throws IOException {
        Process signal =
                new ProcessBuilder("kill", name, Long.toString(started().pid())).start();
        await(signal);
        if (signal.exitValue() != 0) {
            throw new IOException("kill " + name + " failed: the server is not running");
        }
    }

    private static void await(Process ending) throws IOException {
        try {
            if (!ending.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("process " + ending.pid() + " does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder()).forEach(ProcessBackend::deleteOne);
        }
    }

    private static void deleteOne(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
