package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisBinaryTest {

    @TempDir
    Path folder;

    @Test
    void theFirstProgramOfThePathThatIsNewEnoughIsTaken() throws IOException {
        program("old", "echo 'Redis server v=6.0.16 sha=00000000:0'");
        program("stranger", "echo 'hello'");
        Files.createDirectories(folder.resolve("empty"));
        Path wanted = program("new", "echo 'Redis server v=8.0.1 sha=00000000:0'");
        program("newer", "echo 'Redis server v=9.0.0 sha=00000000:0'");
        String path = searchPath("old", "stranger", "empty", "new", "newer") + "::";
        assertThat(RedisBinary.onPath(path)).contains(new RedisBinary(wanted, "8.0.1"));
        assertThat(RedisBinary.find(path, folder.resolve("bin")).version()).isEqualTo("8.0.1");
        assertThat(folder.resolve("bin")).doesNotExist();
    }

    @Test
    void sixTwoIsNewEnough() throws IOException {
        program("a", "echo 'Redis server v=6.2.0 sha=00000000:0'");
        assertThat(RedisBinary.onPath(searchPath("a"))).isPresent();
    }

    @Test
    void aProgramThatDoesNotRunIsPassedOver() throws IOException {
        Path broken = program("broken", "");
        Files.writeString(broken, "#!/nowhere/interpreter\n");
        assertThat(RedisBinary.onPath(searchPath("broken"))).isEmpty();
    }

    @Test
    void withoutOneOnThePathItIsTheLibrarys() throws IOException {
        RedisBinary binary = RedisBinary.find("", folder.resolve("bin"));
        assertThat(binary.version()).startsWith("6.2.");
        assertThat(binary.path()).startsWith(folder.resolve("bin")).isExecutable();
    }

    @Test
    void aFolderThatCannotBeMadeIsAnError() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> RedisBinary.fromLibrary(file)).isInstanceOf(IOException.class);
    }

    private Path program(String name, String body) throws IOException {
        Path file = Files.createDirectories(folder.resolve(name)).resolve("redis-server");
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }

    private String searchPath(String... names) {
        return Arrays.stream(names).map(name -> folder.resolve(name).toString()).collect(Collectors.joining(":"));
    }
}
