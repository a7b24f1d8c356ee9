package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.turngate.config.Secret;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedRedisIT {

    @Nested
    class Installed extends Contract {
        Installed() {
            super(System.getenv("PATH"));
        }
    }

    @Nested
    class FromLibrary extends Contract {
        FromLibrary() {
            super("");
        }

        @Test
        void itDoesNotStartBesideDataOfANewerVersion() throws IOException {
            Files.createDirectories(dir().resolve("appendonlydir"));
            assertThatThrownBy(() -> EmbeddedRedis.start(dir(), ""))
                    .hasMessageMatching("the data in .* was written by Redis 7 or newer; Redis 6\\.2\\.\\d+ .*");
        }
    }

    abstract static class Contract {

        @TempDir
        private @Nullable Path temporary;

        private final String searchPath;
        private final List<AutoCloseable> opened = new ArrayList<>();

        Contract(String searchPath) {
            this.searchPath = searchPath;
        }

        @AfterEach
        void stopEverything() throws Exception {
            for (AutoCloseable open : opened) {
                open.close();
            }
            EmbeddedRecord.read(dir())
                    .filter(EmbeddedRecord::looksAlive)
                    .flatMap(EmbeddedRecord::process)
                    .ifPresent(process -> RedisProcess.stop(process, Duration.ofSeconds(1)));
        }

        @Test
        void dataSurvivesARestart() throws IOException {
            EmbeddedRedis first = start();
            call(first, "SET", "kept", "yes");
            long pid = pid();
            first.close();
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
            assertThat(dir().resolve("turngate-redis.json")).doesNotExist();
            EmbeddedRedis second = start();
            assertThat(call(second, "GET", "kept")).isEqualTo("yes");
            assertThat(second.password()).isNotEqualTo(first.password());
            assertThat(dir().resolve("redis.log.1")).exists();
        }

        @Test
        void closingTwiceDoesNothingToTheNextOne() throws IOException {
            EmbeddedRedis first = start();
            first.close();
            EmbeddedRedis second = start();
            first.close();
            assertThat(call(second, "PING")).isEqualTo("PONG");
        }

        @Test
        void aServerLeftBehindByAKilledGatewayIsTakenOverAndStopped() throws Exception {
            Process gateway = killedGateway();
            assertThat(gateway.isAlive()).isFalse();
            long pid = pid();
            EmbeddedRedis.Address running = EmbeddedRedis.findRunning(dir()).orElseThrow();
            call(running, "SET", "kept", "yes");
            EmbeddedRedis next = start();
            assertThat(new EmbeddedRedis.Address(next.host(), next.port(), next.password()))
                    .isEqualTo(running);
            assertThat(pid()).isEqualTo(pid);
            assertThat(call(next, "GET", "kept")).isEqualTo("yes");
            next.close();
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        }

        @Test
        void aServerLeftBehindThatHangsIsNotJoinedByASecondOne() throws Exception {
            killedGateway();
            signal("-STOP", pid());
            assertThatThrownBy(this::start)
                    .hasMessageStartingWith("a redis-server, process " + pid() + ", may still use ");
            signal("-CONT", pid());
            assertThat(call(start(), "PING")).isEqualTo("PONG");
        }

        @Test
        void aServerLeftBehindThatStillLoadsIsWaitedFor() throws Exception {
            EmbeddedRedis first = start();
            call(first, "EVAL", "for i = 1, 20000 do redis.call('SET', 'k' .. i, i) end", "0");
            RedisBinary binary = RedisBinary.find(searchPath, dir().resolve("bin"));
            first.close();
            Path config = dir().resolve("redis.conf");
            Files.writeString(config, Files.readString(config) + "key-load-delay 100\n");
            Process slow = new ProcessBuilder(binary.path().toString(), config.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(dir().resolve("slow.log").toFile())
                    .start();
            EmbeddedRecord left = new EmbeddedRecord(dir(), slow.pid(), first.port(), first.password());
            left.write();
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> left.state() == RedisProcess.State.LOADING);
            assertThat(EmbeddedRedis.findRunning(dir())).isEmpty();
            EmbeddedRedis next = start();
            assertThat(pid()).isEqualTo(slow.pid());
            assertThat(call(next, "GET", "k20000")).isEqualTo("20000");
        }

        @Test
        void aFileThatNamesAStrangerIsReplaced() throws IOException {
            start().close();
            long stranger = ProcessHandle.current().pid();
            Files.writeString(dir().resolve("turngate-redis.json"), "{\"pid\":" + stranger + ",\"port\":1}");
            assertThat(EmbeddedRedis.findRunning(dir())).isEmpty();
            assertThat(call(start(), "PING")).isEqualTo("PONG");
            assertThat(pid()).isNotEqualTo(stranger);
        }

        @Test
        void aServerOfAnotherFolderIsNotTakenOver() throws IOException {
            EmbeddedRedis other = start();
            Path copy = Files.createDirectory(dir().resolve("copy"));
            Files.copy(dir().resolve("redis.conf"), copy.resolve("redis.conf"));
            Files.copy(dir().resolve("turngate-redis.json"), copy.resolve("turngate-redis.json"));
            assertThat(EmbeddedRedis.findRunning(copy)).isEmpty();
            EmbeddedRedis own = EmbeddedRedis.start(copy, searchPath);
            opened.add(own);
            assertThat(own.port()).isNotEqualTo(other.port());
        }

        @Test
        void onlyOneGatewayHasAFolder() throws IOException {
            EmbeddedRedis first = start();
            assertThatThrownBy(this::start)
                    .hasMessage("the folder of the embedded Redis belongs to another gateway that runs: " + dir());
            assertThat(call(first, "PING")).isEqualTo("PONG");
        }

        @Test
        void onlyOneProgramHasAFolder() throws Exception {
            Process gateway = gateway();
            assertThatThrownBy(this::start).hasMessageContaining("belongs to another gateway");
            kill(gateway);
        }

        @Test
        void itAsksForThePasswordThatOnlyTheOwnerCanRead() throws IOException {
            EmbeddedRedis redis = start();
            try (RespConnection stranger = RedisProcess.connect(redis.port(), Optional.empty())) {
                assertThatThrownBy(() -> stranger.call("PING")).hasMessageStartingWith("NOAUTH");
            }
            assertThat(Files.getPosixFilePermissions(dir())).isEqualTo(PosixFilePermissions.fromString("rwx------"));
            assertThat(Files.readString(dir().resolve("turngate-redis.json")))
                    .doesNotContain(redis.password().reveal());
        }

        @Test
        void theTerminalsInterruptDoesNotReachIt() throws IOException {
            start();
            String stat = Files.readString(Path.of("/proc/" + pid() + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            assertThat(fields[2]).as("process group").isEqualTo(Long.toString(pid()));
            assertThat(fields[3]).as("session").isEqualTo(Long.toString(pid()));
        }

        Path dir() {
            return Objects.requireNonNull(temporary).resolve("data/redis");
        }

        private EmbeddedRedis start() throws IOException {
            EmbeddedRedis redis = EmbeddedRedis.start(dir(), searchPath);
            opened.add(redis);
            return redis;
        }

        private Process gateway() throws IOException {
            String java =
                    Path.of(System.getProperty("java.home"), "bin", "java").toString();
            String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
            Process process = new ProcessBuilder(
                            java, "-cp", classes, EmbeddedRedisProgram.class.getName(), dir().toString(), searchPath)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            opened.add(() -> kill(process));
            BufferedReader lines = process.inputReader();
            String line = lines.readLine();
            while (line != null && !line.startsWith("port ")) {
                line = lines.readLine();
            }
            assertThat(line).isNotNull();
            return process;
        }

        private Process killedGateway() throws IOException {
            Process gateway = gateway();
            kill(gateway);
            return gateway;
        }

        private static void kill(Process process) {
            process.destroyForcibly().onExit().join();
        }

        private long pid() throws IOException {
            return new JsonObject(Files.readString(dir().resolve("turngate-redis.json"))).getLong("pid");
        }

        private static void signal(String name, long pid) throws IOException {
            Process kill = new ProcessBuilder("kill", name, Long.toString(pid)).start();
            assertThat(kill.onExit().join().exitValue()).isZero();
        }

        private static @Nullable Object call(EmbeddedRedis redis, String... command) throws IOException {
            return call(new EmbeddedRedis.Address(redis.host(), redis.port(), redis.password()), command);
        }

        private static @Nullable Object call(EmbeddedRedis.Address address, String... command) throws IOException {
            Optional<Secret> password = Optional.of(address.password());
            try (RespConnection connection = RedisProcess.connect(address.port(), password)) {
                return connection.call(command);
            }
        }
    }
}
