package io.turngate;

import io.turngate.config.GatewayConfig;
import io.turngate.store.redis.EmbeddedRedis;
import io.turngate.store.redis.RedisEndpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The Redis that evals use: the one of the configuration; of an embedded one that does not run, another in a folder of its
 * own that goes with it, since the gateway's data has nothing to do with evals.
 */
final class EvalRedis implements AutoCloseable {

    private final RedisHandle handle;
    private final Optional<Path> ownFolder;

    private EvalRedis(RedisHandle handle, Optional<Path> ownFolder) {
        this.handle = handle;
        this.ownFolder = ownFolder;
    }

    /** Blocks; fails with {@link StartFailure}. */
    static EvalRedis find(GatewayConfig.Redis config) {
        boolean isEmbeddedElsewhere =
                config.embeddedDir().flatMap(EmbeddedRedis::findRunning).isPresent();
        if (config.embeddedDir().isEmpty() || isEmbeddedElsewhere) {
            return new EvalRedis(RedisHandle.join(config), Optional.empty());
        }
        Path folder = makeFolder();
        try {
            return new EvalRedis(RedisHandle.startIn(config, folder), Optional.of(folder));
        } catch (RuntimeException e) {
            delete(folder);
            throw e;
        }
    }

    RedisEndpoint endpoint() {
        return handle.endpoint();
    }

    @Override
    public void close() {
        try {
            handle.close();
        } finally {
            ownFolder.ifPresent(EvalRedis::delete);
        }
    }

    private static Path makeFolder() {
        try {
            return Files.createTempDirectory("turngate-eval");
        } catch (IOException e) {
            throw new StartFailure("no folder for a Redis of its own can be made: " + e.getMessage());
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // In the temporary folder, where the system cleans up.
        }
    }
}
