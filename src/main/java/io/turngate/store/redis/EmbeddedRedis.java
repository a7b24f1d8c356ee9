package io.turngate.store.redis;

import io.turngate.config.Secret;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real redis-server as a child process of the gateway, with its data in one folder: the one on the PATH, else the
 * embedded-redis library's. It outlives a gateway that is killed; the next one on the folder takes it over. A folder
 * belongs to one gateway until {@link #close}. Everything here blocks: for the main thread, at start and stop only.
 */
public final class EmbeddedRedis implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedRedis.class);
    private static final String HOST = "127.0.0.1";
    private static final String LOCK = "turngate-redis.lock";
    private static final String BINARIES = "bin";
    private static final String MULTI_PART_LOG = "appendonlydir";
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final int PASSWORD_BYTES = 32;
    private static final int START_ATTEMPTS = 3;

    /**
     * Where a running server is.
     *
     * @param host always 127.0.0.1
     * @param port a free one, another after each start
     * @param password random, another after each start
     */
    public record Address(String host, int port, Secret password) {}

    private final EmbeddedRecord server;
    private final FileChannel lock;

    private EmbeddedRedis(EmbeddedRecord server, FileChannel lock) {
        this.server = server;
        this.lock = lock;
    }

    /**
     * Starts the server of a folder, or takes over the one that still runs there, and returns when it answers: within
     * 10 s, and as long as it takes to load its data.
     *
     * @param dir made when it is missing, readable by its owner only
     * @throws IOException the folder cannot be written or belongs to another gateway, no redis-server runs on this
     *     machine, or it does not come up; the message is one line
     */
    public static EmbeddedRedis start(Path dir) throws IOException {
        return start(dir, Objects.requireNonNullElse(System.getenv("PATH"), ""));
    }

    static EmbeddedRedis start(Path dir, String searchPath) throws IOException {
        FileChannel lock = lock(dir);
        try {
            Path folder = dir.toRealPath();
            Optional<EmbeddedRecord> left = leftBehind(folder);
            return new EmbeddedRedis(left.isPresent() ? left.get() : launch(folder, searchPath), lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * The running server of a folder, for another program than its gateway. The server itself has confirmed that it
     * is the folder's; empty when none runs, or when it is still loading.
     */
    public static Optional<Address> findRunning(Path dir) {
        return EmbeddedRecord.read(dir)
                .filter(found -> found.state() == RedisProcess.State.READY)
                .map(found -> new Address(HOST, found.port(), found.password()));
    }

    /** Always 127.0.0.1. */
    public String host() {
        return HOST;
    }

    /** A free one, another after each start. */
    public int port() {
        return server.port();
    }

    /** Random, another after each start. */
    public Secret password() {
        return server.password();
    }

    /**
     * Stops the server: asks it to end, waits up to 10 s, then kills it. Its data stays. A second call does nothing.
     *
     * @throws IOException the folder's files cannot be written any more; the server has ended nevertheless
     */
    @Override
    public void close() throws IOException {
        if (!lock.isOpen()) {
            return;
        }
        try (lock) {
            server.process().ifPresent(process -> RedisProcess.stop(process, GRACE));
            server.delete();
        }
    }

    private static FileChannel lock(Path dir) throws IOException {
        FileChannel channel;
        try {
            // A symbolic link to a folder is a folder here, but not for createDirectories.
            if (!Files.isDirectory(dir)) {
                Files.createDirectories(
                        dir, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
            channel = FileChannel.open(dir.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (FileSystemException e) {
            throw new IOException("the folder of the embedded Redis cannot be written: " + dir, e);
        }
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Held by this very program.
        }
        channel.close();
        throw new IOException("the folder of the embedded Redis belongs to another gateway that runs: " + dir);
    }

    private static Optional<EmbeddedRecord> leftBehind(Path dir) throws IOException {
        Optional<EmbeddedRecord> recorded = EmbeddedRecord.read(dir);
        if (recorded.isEmpty()) {
            return recorded;
        }
        EmbeddedRecord server = recorded.get();
        RedisProcess.State state = server.state();
        if (state == RedisProcess.State.ABSENT) {
            if (server.looksAlive()) {
                throw new IOException("a redis-server, process " + server.pid() + ", may still use " + dir
                        + " but does not answer as its own: end it first, or delete " + EmbeddedRecord.FILE);
            }
            return Optional.empty();
        }
        if (state == RedisProcess.State.LOADING) {
            awaitLoaded(server);
        }
        LOG.info("embedded Redis of an earlier run found: process {}, {}:{}", server.pid(), HOST, server.port());
        return recorded;
    }

    private static void awaitLoaded(EmbeddedRecord server) throws IOException {
        ProcessHandle process =
                server.process().orElseThrow(() -> new IOException("redis-server ended while it loaded its data"));
        RedisProcess.awaitOrKill(process, server.dir(), server.port(), Optional.of(server.password()));
    }

    private static EmbeddedRecord launch(Path dir, String searchPath) throws IOException {
        RedisBinary binary = RedisBinary.find(searchPath, dir.resolve(BINARIES));
        if (binary.version().startsWith("6.") && Files.exists(dir.resolve(MULTI_PART_LOG))) {
            throw new IOException("the data in " + dir + " was written by Redis 7 or newer; Redis " + binary.version()
                    + " (" + binary.path() + ") would start without it");
        }
        EmbeddedRecord server = launch(binary, dir);
        LOG.info("embedded Redis {} ({}) on {}:{}", binary.version(), binary.path(), HOST, server.port());
        return server;
    }

    private static EmbeddedRecord launch(RedisBinary binary, Path dir) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Secret password = randomPassword();
            int port = RedisProcess.freePort();
            ProcessHandle process = RedisProcess.launch(binary, dir, port, Optional.of(password))
                    .toHandle();
            EmbeddedRecord server = new EmbeddedRecord(dir, process.pid(), port, password);
            try {
                // Before it answers: a gateway that is killed meanwhile must not leave a server nobody knows.
                server.write();
                RedisProcess.awaitOrKill(process, dir, port, Optional.of(password));
                return server;
            } catch (IOException e) {
                process.destroyForcibly();
                server.delete();
                boolean portTaken = String.valueOf(e.getMessage()).contains("Address already in use");
                if (!portTaken || attempt == START_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static Secret randomPassword() {
        byte[] bytes = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Secret(HexFormat.of().formatHex(bytes));
    }
}
