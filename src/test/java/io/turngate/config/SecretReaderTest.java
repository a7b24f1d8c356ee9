package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretReaderTest {

    @TempDir
    Path dir;

    private final Problems problems = new Problems("tenant.json");

    private Optional<Secret> read(String kind, String name) {
        return new SecretReader(dir, Map.of("FULL", "value", "EMPTY", "", "LINES", "top\nhidden"))
                .read(new JsonObject().put(kind, name), Pointer.of("secrets", "0"), problems);
    }

    private List<String> messages() {
        return problems.all().stream().map(Problem::message).toList();
    }

    @Test
    void readsTheEnvironment() {
        assertThat(read("env", "FULL")).contains(new Secret("value"));
        assertThat(messages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"value", "value\n", "value\r\n"})
    void readsAFileWithoutItsLastLineBreak(String content) throws Exception {
        Files.writeString(dir.resolve("secret"), content);

        assertThat(read("file", "secret")).contains(new Secret("value"));
        assertThat(read("file", dir.resolve("secret").toString())).contains(new Secret("value"));
    }

    @Test
    void aBadReferenceIsNamedAndItsValueIsNot() throws Exception {
        Files.write(dir.resolve("large"), "hidden".repeat(2_000).getBytes(StandardCharsets.UTF_8));
        Files.write(dir.resolve("bytes"), new byte[] {'h', 'i', 'd', (byte) 0xff});
        Files.writeString(dir.resolve("blank"), " \n");
        Files.writeString(dir.resolve("lines"), "hidden\n\n");

        assertThat(List.of("large", "bytes", "blank", "lines", "absent"))
                .allSatisfy(file -> assertThat(read("file", file)).isEmpty());
        assertThat(List.of("EMPTY", "ABSENT", "LINES"))
                .allSatisfy(name -> assertThat(read("env", name)).isEmpty());
        assertThat(messages())
                .containsExactly(
                        "the file large is larger than 8192 bytes: expected a secret in it",
                        "the file bytes is not UTF-8: expected a secret in it",
                        "the file blank is empty: expected a secret in it",
                        "the file lines holds a line break or another control character: expected one line",
                        "the file absent is missing: expected a secret in it",
                        "the environment variable EMPTY is empty: expected a secret in it",
                        "the environment variable ABSENT is not set: expected a secret in it",
                        "the environment variable LINES holds a line break or another control character:"
                                + " expected one line");
    }
}
