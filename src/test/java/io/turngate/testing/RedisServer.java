package io.turngate.testing;

import io.turngate.store.redis.RedisEndpoint;
import io.turngate.store.redis.RespConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real Redis server of a test class, with the recommended redis.conf, on a free port of 127.0.0.1:
 * {@code @RegisterExtension static final RedisServer redis = RedisServer.create();}. Each test begins with a running,
 * empty server, whatever the one before did to it; settings and loaded scripts stay.
 */
public final class RedisServer implements TestRedis, BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** Which redis-server runs. */
    public enum Binary {
        /** The one on the PATH, else the library's. */
        INSTALLED,
        /** The 6.2 of the embedded-redis library. */
        EMBEDDED
    }

    private final RedisBackend backend;
    private @Nullable String owner;
    private boolean suspended;

    private RedisServer(RedisBackend backend) {
        this.backend = backend;
    }

    /** The server of the PATH, else the library's; with {@code -Dredis=container} one in a container. */
    public static RedisServer create() {
        return "container".equals(System.getProperty("redis"))
                ? new RedisServer(new ContainerBackend())
                : create(Binary.INSTALLED);
    }

    /** A process of this very program, also with {@code -Dredis=container}. */
    public static RedisServer create(Binary binary) {
        return new RedisServer(new ProcessBackend(binary));
    }

    public String host() {
        return backend.host();
    }

    /** The same one after a restart. */
    public int port() {
        return backend.port();
    }

    /** As clients take it: {@code redis://127.0.0.1:port}. */
    public String uri() {
        return "redis://" + host() + ":" + port();
    }

    @Override
    public RedisEndpoint endpoint() {
        return new RedisEndpoint(uri(), Optional.empty(), Optional.empty(), Duration.ofSeconds(1));
    }

    /** Starts it again after {@link #stop} or {@link #kill}: same port, same data. Returns when it answers. */
    public void start() {
        run(backend::start);
        awaitAnswer();
    }

    /** SIGTERM, and waits until it has ended. */
    public void stop() {
        run(backend::stop);
    }

    /** SIGKILL, and waits until it has ended. Up to the last second of writes may be lost. */
    public void kill() {
        run(backend::kill);
        suspended = false;
    }

    /** SIGSTOP: it accepts connections and answers nothing, until {@link #resume}. */
    public void suspend() {
        run(backend::suspend);
        suspended = true;
    }

    /** SIGCONT. */
    public void resume() {
        run(backend::resume);
        suspended = false;
    }

    @Override
    public @Nullable Object call(String... command) {
        try (RespConnection connection = connect()) {
            return connection.call(command);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** On one connection. */
    @Override
    public List<String> calls(List<String[]> commands) {
        try (RespConnection connection = connect()) {
            List<String> replies = new ArrayList<>();
            for (String[] command : commands) {
                replies.add(String.valueOf(connection.call(command)));
            }
            return replies;
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public List<String> keys() {
        List<?> scan = (List<?>) Objects.requireNonNull(call("SCAN", "0", "COUNT", "100000"));
        return ((List<?>) scan.get(1)).stream().map(String::valueOf).toList();
    }

    /** Records every command from now on, until it is closed or the server ends. */
    public RedisMonitor monitor() {
        try {
            return new RedisMonitor(this, connect());
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        // Nested classes call this again for the server of the class around them.
        if (owner == null) {
            owner = context.getUniqueId();
            start();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (suspended) {
            resume();
        }
        if (!backend.isRunning()) {
            start();
        }
        call("FLUSHALL");
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (context.getUniqueId().equals(owner)) {
            owner = null;
            run(backend::close);
        }
    }

    private RespConnection connect() throws IOException {
        return RespConnection.open(new InetSocketAddress(host(), port()), TIMEOUT);
    }

    private void awaitAnswer() {
        Awaitility.await().atMost(TIMEOUT).ignoreExceptions().until(() -> call("PING") != null);
    }

    private static void run(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private interface Step {
        void run() throws IOException;
    }
}
