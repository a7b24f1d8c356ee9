package io.turngate.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Several servers that make up one Redis, for all tests of the JVM: started for the first, ended after the last. Each test
 * begins with all of them well and empty, whatever the one before did to them.
 */
abstract class RedisGroup implements TestRedis, BeforeAllCallback, BeforeEachCallback {

    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final List<RedisNode> all = new ArrayList<>();
    private @Nullable Path dir;

    /** Makes the servers and brings them together. */
    abstract void create(Path folder) throws IOException;

    /** Brings back what has ended, and waits until all are well. */
    abstract void heal() throws IOException;

    /** The servers that hold keys now. */
    abstract List<RedisNode> primaries();

    /** The primary that holds a key. */
    public abstract RedisNode primaryOf(String key);

    @Override
    public void beforeAll(ExtensionContext context) {
        if (dir == null) {
            try {
                Path folder = Files.createTempDirectory("turngate-redis-group-").toRealPath();
                dir = folder;
                AutoCloseable ended = this::end;
                context.getRoot().getStore(Namespace.create(getClass())).put(folder, ended);
                create(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        all.forEach(RedisNode::resume);
        heal();
        primaries().forEach(primary -> primary.call("FLUSHALL"));
    }

    @Override
    public @Nullable Object call(String... command) {
        String key = key(command);
        if (!key.isEmpty()) {
            return primaryOf(key).call(command);
        }
        Object last = null;
        for (RedisNode primary : primaries()) {
            last = primary.call(command);
        }
        return last;
    }

    @Override
    public List<String> calls(List<String[]> commands) {
        return commands.stream().map(command -> String.valueOf(call(command))).toList();
    }

    @Override
    public List<String> keys() {
        return primaries().stream()
                .map(primary -> (List<?>) Objects.requireNonNull(primary.call("SCAN", "0", "COUNT", "100000")))
                .flatMap(scan -> ((List<?>) scan.get(1)).stream())
                .map(String::valueOf)
                .toList();
    }

    RedisNode add(RedisNode node) {
        all.add(node);
        return node;
    }

    static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(condition);
    }

    private static String key(String... command) {
        return switch (command[0]) {
            case "EVAL", "EVALSHA" -> command[3];
            case "FLUSHALL", "SCRIPT", "CONFIG", "CLIENT", "INFO" -> "";
            default -> command[1];
        };
    }

    private void end() throws IOException {
        all.forEach(RedisNode::close);
        all.clear();
        Path folder = Objects.requireNonNull(dir);
        dir = null;
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
