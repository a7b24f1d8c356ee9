package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an embedded Redis makes of the folder it is given. */
class EmbeddedRedisFolderIT {
    @TempDir
    @Nullable
    Path temporary;

    @Test
    void aFolderThatCannotBeWrittenIsOneClearLine() throws IOException {
        Path file = Files.createFile(folder().resolve("file"));
        Path dir = file.resolve("redis");
        assertThatThrownBy(() -> EmbeddedRedis.start(dir))
                .hasMessage("the folder of the embedded Redis cannot be written: " + dir);
    }

    @Test
    void aServerThatDoesNotComeUpLeavesNothingBehind() throws IOException {
        Path programs = Files.createDirectory(folder().resolve("programs"));
        Path program = Files.writeString(programs.resolve("redis-server"), """
                #!/bin/sh
                [ "$1" = --version ] && echo 'Redis server v=7.0.0 sha=0' && exit
                echo started >> starts
                echo "bind: Address already in use"
                """);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path dir = folder().resolve("data");
        String path = programs + ":" + System.getenv("PATH");
        assertThatThrownBy(() -> EmbeddedRedis.start(dir, path))
                .hasMessage("redis-server ended; its log ends: bind: Address already in use");
        assertThat(dir.resolve("starts")).content().hasLineCount(3);
        assertThat(dir.resolve("turngate-redis.json")).doesNotExist();
        EmbeddedRedis.start(dir).close();
    }

    @Test
    void aLinkToAFolderIsAFolder() throws IOException {
        Path real = Files.createDirectory(folder().resolve("real"));
        Path link = Files.createSymbolicLink(folder().resolve("link"), real);
        try (EmbeddedRedis redis = EmbeddedRedis.start(link)) {
            assertThat(EmbeddedRedis.findRunning(real).orElseThrow().port()).isEqualTo(redis.port());
            assertThat(EmbeddedRedis.findRunning(link)).isPresent();
        }
    }

    @Test
    void whatMakesNoSenseInTheFileIsNoServer() throws IOException {
        Path dir = folder();
        Files.writeString(dir.resolve("redis.conf"), "requirepass \nrequirepass x\n");
        for (String text : List.of(
                "",
                "{",
                "{}",
                "{\"pid\":\"x\",\"port\":1}",
                "{\"pid\":1}",
                "{\"pid\":1,\"port\":0}",
                "{\"pid\":1,\"port\":65536}")) {
            Files.writeString(dir.resolve("turngate-redis.json"), text);
            assertThat(EmbeddedRecord.read(dir)).as(text).isEmpty();
        }
        Files.writeString(dir.resolve("turngate-redis.json"), "{\"pid\":1,\"port\":2}");
        assertThat(EmbeddedRecord.read(dir)).isPresent();
        Files.delete(dir.resolve("redis.conf"));
        assertThat(EmbeddedRecord.read(dir)).isEmpty();
    }

    private Path folder() {
        return Objects.requireNonNull(temporary);
    }
}
