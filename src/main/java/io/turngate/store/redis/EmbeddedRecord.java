package io.turngate.store.redis;

import io.turngate.config.Secret;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * What a folder says about the embedded server that uses it: {@code turngate-redis.json} with pid and port, and the
 * password in the server's own configuration. It may be out of date: only {@link #state} knows whether that server runs.
 *
 * @param dir the folder
 * @param pid the server's process
 * @param port of 127.0.0.1
 * @param password what the server asks for
 */
record EmbeddedRecord(Path dir, long pid, int port, Secret password) {

    static final String FILE = "turngate-redis.json";

    private static final String PASSWORD = "requirepass ";

    /** What the folder says; empty when there is nothing, or nothing that makes sense. */
    static Optional<EmbeddedRecord> read(Path dir) {
        try {
            JsonObject json = new JsonObject(Files.readString(dir.resolve(FILE)));
            Long pid = json.getLong("pid");
            Integer port = json.getInteger("port");
            Optional<Secret> password = password(dir);
            return pid == null || port == null || port < 1 || port > 65_535
                    ? Optional.empty()
                    : password.map(secret -> new EmbeddedRecord(dir, pid, port, secret));
        } catch (IOException | DecodeException | ClassCastException e) {
            return Optional.empty();
        }
    }

    /** Writes the file, whole or not at all. */
    void write() throws IOException {
        Path temporary = dir.resolve(FILE + ".tmp");
        Files.writeString(
                temporary, new JsonObject().put("pid", pid).put("port", port).encode() + "\n");
        Files.move(temporary, dir.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    void delete() throws IOException {
        Files.deleteIfExists(dir.resolve(FILE));
    }

    /** Asks the server: it must take the password, be this process and use this folder. */
    RedisProcess.State state() {
        RedisProcess.State state = RedisProcess.state(pid, port, Optional.of(password));
        return state == RedisProcess.State.ABSENT || usesFolder() ? state : RedisProcess.State.ABSENT;
    }

    /**
     * Whether the process lives and looks like the folder's redis-server, though it may not answer: starting a second
     * one beside it would spoil the append-only file of both.
     */
    boolean looksAlive() {
        return worksInFolder()
                && process()
                        .filter(ProcessHandle::isAlive)
                        .flatMap(process -> process.info().command())
                        // Not its whole name: Debian's redis-server is a link to redis-check-rdb.
                        .filter(command -> command.contains("redis"))
                        .isPresent();
    }

    Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid);
    }

    private boolean worksInFolder() {
        try {
            Path proc = Path.of("/proc");
            return !Files.isDirectory(proc.resolve("self"))
                    || Files.readSymbolicLink(proc.resolve(pid + "/cwd")).equals(dir.toRealPath());
        } catch (IOException e) {
            return false;
        }
    }

    private boolean usesFolder() {
        try (RespConnection connection = RedisProcess.connect(port, Optional.of(password))) {
            return connection.call("CONFIG", "GET", "dir") instanceof List<?> reply
                    && reply.contains(dir.toRealPath().toString());
        } catch (IOException e) {
            return false;
        }
    }

    private static Optional<Secret> password(Path dir) throws IOException {
        return Files.readAllLines(dir.resolve(RedisProcess.CONFIG)).stream()
                .filter(line -> line.startsWith(PASSWORD) && line.length() > PASSWORD.length())
                .map(line -> new Secret(line.substring(PASSWORD.length())))
                .findFirst();
    }
}
