package io.turngate.testing;

import io.turngate.store.redis.RedisBinary;
import io.turngate.store.redis.RedisProcess;
import io.turngate.store.redis.RespConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** One server of several, or one sentinel: a process in a folder of its own, which ends with the JVM at the latest. */
public final class RedisNode {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The bus of a Cluster is that much higher, and must also lie below the ports of outgoing connections. */
    private static final int BUS = 10_000;

    private final Path dir;
    private final int port;
    private final List<String> settings;
    private final List<String> arguments;
    private @Nullable Process process;
    private boolean suspended;

    private RedisNode(Path dir, List<String> settings, List<String> arguments) throws IOException {
        this.dir = Files.createDirectories(dir);
        this.port = freePort();
        this.settings = settings;
        this.arguments = arguments;
    }

    /** A server with the recommended redis.conf and further lines, not yet started. */
    public static RedisNode server(Path dir, String... settings) throws IOException {
        List<String> all = new ArrayList<>(List.of(recommended(), "repl-diskless-sync-delay 0"));
        all.addAll(List.of(settings));
        return new RedisNode(dir, all, List.of());
    }

    static RedisNode sentinel(Path dir, String... settings) throws IOException {
        return new RedisNode(dir, List.of(settings), List.of("--sentinel"));
    }

    public int port() {
        return port;
    }

    public String address() {
        return "127.0.0.1:" + port;
    }

    /** Starts it, again with the data it had; a configuration that it rewrote itself is left as it is. */
    public void start(String... further) throws IOException {
        Path config = dir.resolve("node.conf");
        if (!Files.exists(config) || further.length > 0) {
            List<String> lines = new ArrayList<>(settings);
            lines.addAll(List.of("bind 127.0.0.1", "port " + port, "dir " + dir, "daemonize no"));
            lines.addAll(List.of(further));
            Files.write(config, lines);
        }
        List<String> command = new ArrayList<>(List.of(binary().path().toString(), config.toString()));
        command.addAll(arguments);
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(dir.resolve("log").toFile()))
                .start();
        process = started;
        suspended = false;
        Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
        Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(() -> "PONG".equals(call("PING")));
    }

    public boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Whether it runs and was not suspended. */
    public boolean isAnswering() {
        return isRunning() && !suspended;
    }

    /** SIGKILL, and waits until it has ended. */
    public void kill() {
        try {
            if (!Objects.requireNonNull(process).destroyForcibly().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("a server does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        suspended = false;
    }

    /** Ends and starts again at once, with the data it had. */
    public void restart() throws IOException {
        kill();
        start();
    }

    /** SIGSTOP. */
    public void suspend() {
        signal("-STOP");
        suspended = true;
    }

    /** SIGCONT, if it was suspended. */
    public void resume() {
        if (suspended) {
            signal("-CONT");
            suspended = false;
        }
    }

    /** As {@link TestRedis#call}, of this very server. */
    public @Nullable Object call(String... command) {
        try (RespConnection connection = connect()) {
            return connection.call(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** The reply as text; empty if there is none, for lack of an answer too. */
    String ask(String... command) {
        try {
            return String.valueOf(call(command));
        } catch (UncheckedIOException e) {
            return "";
        }
    }

    RespConnection connect() throws IOException {
        return RespConnection.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE);
    }

    /** SIGKILL, if it runs. */
    public void close() {
        if (isRunning()) {
            kill();
        }
    }

    private void signal(String name) {
        try {
            Process signal = new ProcessBuilder(
                            "kill",
                            name,
                            Long.toString(Objects.requireNonNull(process).pid()))
                    .start();
            if (!signal.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || signal.exitValue() != 0) {
                throw new IllegalStateException("kill " + name + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static RedisBinary binary() throws IOException {
        Path bin = Path.of("target", "redis-binary");
        return RedisBinary.find(System.getenv("PATH"), bin);
    }

    private static int freePort() throws IOException {
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int candidate = ThreadLocalRandom.current().nextInt(20_000, 22_000);
            if (isFree(candidate) && isFree(candidate + BUS)) {
                return candidate;
            }
        }
        return RedisProcess.freePort();
    }

    private static boolean isFree(int candidate) {
        try (ServerSocket ignored = new ServerSocket(candidate, 1, InetAddress.getLoopbackAddress())) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static String recommended() throws IOException {
        try (InputStream in = Objects.requireNonNull(RedisNode.class.getResourceAsStream("/redis/redis.conf"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
