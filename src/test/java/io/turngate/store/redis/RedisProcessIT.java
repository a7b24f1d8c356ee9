package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.config.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisProcessIT {

    private static final Optional<Secret> PASSWORD = Optional.of(new Secret("a-test-password"));

    @TempDir
    Path folder;

    private Optional<Process> started = Optional.empty();

    @AfterEach
    void stop() {
        started.ifPresent(process -> RedisProcess.stop(process.toHandle(), Duration.ofSeconds(10)));
    }

    @Test
    void onlyWhoKnowsThePasswordConnectsAndOnlyItsOwnerReadsTheFile() throws IOException {
        int port = start(folder);
        try (RespConnection stranger = RedisProcess.connect(port, Optional.empty())) {
            assertThatThrownBy(() -> stranger.call("PING")).hasMessageStartingWith("NOAUTH");
        }
        assertThatThrownBy(() -> RedisProcess.connect(port, Optional.of(new Secret("wrong"))))
                .hasMessageStartingWith("WRONGPASS");
        assertThat(Files.getPosixFilePermissions(folder.resolve("redis.conf")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        String commandLine = started.orElseThrow().info().commandLine().orElseThrow();
        assertThat(commandLine).doesNotContain("a-test-password");
    }

    @Test
    void aServerOfAnotherProcessIsNotTakenForIt() throws IOException {
        int port = start(folder);
        Path second = Files.createDirectory(folder.resolve("the \"second\""));
        assertThatThrownBy(() -> RedisProcess.start(installed(), second, port, PASSWORD))
                .hasMessageStartingWith("redis-server ended; its log ends: ")
                .hasMessageContaining("Address already in use");
        long pid = started.orElseThrow().pid();
        assertThat(RedisProcess.state(pid, port, PASSWORD)).isEqualTo(RedisProcess.State.READY);
        assertThat(RedisProcess.state(pid + 1, port, PASSWORD)).isEqualTo(RedisProcess.State.ABSENT);
        assertThat(RedisProcess.state(pid, port, Optional.empty())).isEqualTo(RedisProcess.State.ABSENT);
    }

    @Test
    void aServerThatEndsAtOnceIsReportedWithTheEndOfItsLogAndTheLogBeforeIsKept() throws IOException {
        Files.writeString(folder.resolve("redis.log"), "the run before\n");
        Path program = script("echo; echo 'line '1; echo ' bad directive'; exit 3");
        assertThatThrownBy(() -> RedisProcess.start(new RedisBinary(program, "0"), folder, 20_000, PASSWORD))
                .hasMessage("redis-server ended; its log ends: line 1 | bad directive");
        assertThat(folder.resolve("redis.log.1")).hasContent("the run before");
    }

    @Test
    void aServerThatSaysNothingIsReportedToo() throws IOException {
        Path program = script("exit 0");
        assertThatThrownBy(() -> RedisProcess.start(new RedisBinary(program, "0"), folder, 20_000, PASSWORD))
                .hasMessage("redis-server ended; its log ends: (empty)");
    }

    @Test
    void aServerThatNeverListensIsGivenUpAndEnded() throws IOException {
        Path program = script("echo $$ > pid; exec sleep 60");
        int port = RedisProcess.freePort();
        assertThatThrownBy(() -> RedisProcess.start(new RedisBinary(program, "0"), folder, port, PASSWORD))
                .hasMessageStartingWith("redis-server does not answer on 127.0.0.1:" + port + " within 10 s");
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void aServerThatDoesNotHearTheRequestToEndIsKilled() throws IOException {
        start(folder);
        Process process = started.orElseThrow();
        assertThat(new ProcessBuilder("kill", "-STOP", Long.toString(process.pid()))
                        .start()
                        .onExit()
                        .join()
                        .exitValue())
                .isZero();
        RedisProcess.stop(process.toHandle(), Duration.ofMillis(200));
        assertThat(process.isAlive()).isFalse();
    }

    private int start(Path dir) throws IOException {
        int port = RedisProcess.freePort();
        started = Optional.of(RedisProcess.start(installed(), dir, port, PASSWORD));
        return port;
    }

    private RedisBinary installed() throws IOException {
        return RedisBinary.find(System.getenv("PATH"), folder.resolve("bin"));
    }

    private Path script(String body) throws IOException {
        Path file = Files.writeString(folder.resolve("program"), "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
