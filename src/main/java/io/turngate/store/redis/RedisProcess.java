package io.turngate.store.redis;

import io.turngate.config.Secret;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A redis-server process with the recommended redis.conf that listens on loopback only and keeps its files in one
 * folder: {@code redis.conf} (mode 0600, it holds the password), {@code redis.log}, the log of the run before as
 * {@code redis.log.1}, and the append-only file. Its methods block.
 */
public final class RedisProcess {

    /** How long a server may take until it listens; loading a long append-only file after that has no limit. */
    public static final Duration START_LIMIT = Duration.ofSeconds(10);

    static final String CONFIG = "redis.conf";
    static final String LOG = "redis.log";

    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);
    private static final Duration PROBE_EVERY = Duration.ofMillis(20);
    private static final int LOG_TAIL_LINES = 5;
    // Below the ports the kernel hands to outgoing connections: a client that retries a stopped server's port could
    // otherwise be given that very port, connect to itself and keep the server from coming back.
    private static final int LOWEST_PORT = 20_000;
    private static final int HIGHEST_PORT = 32_000;

    /** How far a server is. */
    enum State {
        /** It does not answer, or it is another one. */
        ABSENT,
        /** It reads its append-only file. */
        LOADING,
        /** It takes commands. */
        READY
    }

    private RedisProcess() {}

    /**
     * Starts a server and returns when it answers.
     *
     * @param binary what to run
     * @param dir an existing folder that only this server uses
     * @param port a free port of 127.0.0.1
     * @param password what clients must show; without one every local program may connect
     * @return the running process
     * @throws IOException the folder cannot be written or the server does not come up; the message is one line with
     *     the end of the server's log
     */
    public static Process start(RedisBinary binary, Path dir, int port, Optional<Secret> password) throws IOException {
        Process process = launch(binary, dir, port, password);
        awaitOrKill(process.toHandle(), dir, port, password);
        return process;
    }

    /** Starts a server and does not wait for it. */
    static Process launch(RedisBinary binary, Path dir, int port, Optional<Secret> password) throws IOException {
        Path config = writeConfig(dir, port, password);
        Path log = dir.resolve(LOG);
        if (Files.exists(log)) {
            Files.move(log, dir.resolve(LOG + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        return new ProcessBuilder(command(binary, config))
                .directory(dir.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** Waits until a launched server answers; one that does not come up is killed. */
    static void awaitOrKill(ProcessHandle process, Path dir, int port, Optional<Secret> password) throws IOException {
        try {
            awaitAnswer(process, port, password);
        } catch (IOException e) {
            process.destroyForcibly();
            awaitExit(process, START_LIMIT);
            throw new IOException(e.getMessage() + "; its log ends: " + tail(dir.resolve(LOG)), e);
        }
    }

    /**
     * Asks a server to end (SIGTERM: it writes its append-only file out) and kills it when it does not in time.
     *
     * @param grace how long it may take; an interrupted wait kills it at once
     */
    public static void stop(ProcessHandle process, Duration grace) {
        process.destroy();
        if (!awaitExit(process, grace)) {
            process.destroyForcibly();
            awaitExit(process, grace);
        }
    }

    /** A port of 127.0.0.1 that was free a moment ago. */
    public static int freePort() throws IOException {
        for (int attempt = 0; attempt < 100; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
            try (ServerSocket ignored = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return port;
            } catch (IOException e) {
                // Taken: the next one.
            }
        }
        throw new IOException("no free port between " + LOWEST_PORT + " and " + HIGHEST_PORT);
    }

    /**
     * A connection that has shown the password.
     *
     * @throws IOException nothing listens there, or the password is wrong
     */
    static RespConnection connect(int port, Optional<Secret> password) throws IOException {
        RespConnection connection = RespConnection.open(loopback(port), PROBE_TIMEOUT);
        try {
            if (password.isPresent()) {
                connection.call("AUTH", password.get().reveal());
            }
            return connection;
        } catch (IOException e) {
            connection.close();
            throw e;
        }
    }

    private static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** In a session of its own the child does not get the terminal's Ctrl+C before the gateway has drained. */
    private static List<String> command(RedisBinary binary, Path config) {
        List<String> server = List.of(binary.path().toString(), config.toString());
        return setsid(System.getenv("PATH"))
                .map(setsid -> Stream.concat(Stream.of(setsid), server.stream()).toList())
                .orElse(server);
    }

    private static Optional<String> setsid(@Nullable String searchPath) {
        return Stream.ofNullable(searchPath)
                .flatMap(path -> Stream.of(path.split(File.pathSeparator, -1)))
                .map(folder -> Path.of(folder, "setsid"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
    }

    private static Path writeConfig(Path dir, int port, Optional<Secret> password) throws IOException {
        StringBuilder config = new StringBuilder(recommended());
        config.append("\nbind 127.0.0.1\nport ").append(port);
        config.append("\ndir ").append(quoted(dir.toRealPath())).append("\ndaemonize no\nlogfile \"\"\n");
        password.ifPresent(
                secret -> config.append("requirepass ").append(secret.reveal()).append('\n'));
        Path file = dir.resolve(CONFIG);
        Files.deleteIfExists(file);
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, config);
    }

    private static String quoted(Path path) {
        return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static String recommended() throws IOException {
        try (InputStream in = RedisProcess.class.getResourceAsStream("/redis/redis.conf")) {
            if (in == null) {
                throw new IOException("redis/redis.conf is missing in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void awaitAnswer(ProcessHandle process, int port, Optional<Secret> password) throws IOException {
        long limit = System.nanoTime() + START_LIMIT.toNanos();
        while (System.nanoTime() < limit) {
            State state = state(process.pid(), port, password);
            if (state == State.READY) {
                return;
            }
            if (state == State.LOADING) {
                limit = System.nanoTime() + START_LIMIT.toNanos();
            }
            if (awaitExit(process, PROBE_EVERY)) {
                throw new IOException("redis-server ended");
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException("interrupted while redis-server starts");
            }
        }
        throw new IOException(
                "redis-server does not answer on 127.0.0.1:" + port + " within " + START_LIMIT.toSeconds() + " s");
    }

    /** What the server of this process says on this port; another process that answers there is not it. */
    static State state(long pid, int port, Optional<Secret> password) {
        try (RespConnection connection = connect(port, password)) {
            Object about = connection.call("INFO", "server");
            if (!String.valueOf(about).contains("process_id:" + pid + "\r\n")) {
                return State.ABSENT;
            }
            connection.call("PING");
            return State.READY;
        } catch (RespConnection.ErrorReply e) {
            return String.valueOf(e.getMessage()).startsWith("LOADING") ? State.LOADING : State.ABSENT;
        } catch (IOException e) {
            return State.ABSENT;
        }
    }

    private static boolean awaitExit(ProcessHandle process, Duration limit) {
        try {
            process.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    private static String tail(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
        List<String> last = lines.subList(Math.max(0, lines.size() - LOG_TAIL_LINES), lines.size());
        return last.isEmpty() ? "(empty)" : String.join(" | ", last);
    }
}
