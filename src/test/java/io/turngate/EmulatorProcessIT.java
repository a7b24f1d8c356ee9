package io.turngate;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.PackagedProgram.Finished;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code emulator}, as a process. */
class EmulatorProcessIT {

    private static final Map<String, String> SECRET = Map.of("MY_SECRET", "s3cret");

    @TempDir
    Path folder;

    @Test
    void itServesUntilItIsStoppedAndSaysWhatToTry() throws IOException, InterruptedException {
        Process process = PackagedProgram.builder(
                        PackagedProgram.command(
                                List.of(), List.of("emulator", "--port", "0", "--secret-env", "MY_SECRET")),
                        SECRET,
                        folder)
                .start();
        try {
            await().atMost(Duration.ofSeconds(20)).until(() -> printed("API").isPresent());
            String base = printed("API").orElseThrow();
            await().atMost(Duration.ofSeconds(5))
                    .until(() ->
                            PackagedProgram.lines(folder, "out").stream().anyMatch(line -> line.startsWith("Ctrl+C")));
            HttpResponse<String> added = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(base + "/emulator/contacts"))
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString("{\"id\":\"1001\",\"channel\":\"whatsapp\"}"))
                                    .build(),
                            BodyHandlers.ofString());
            assertThat(added.statusCode()).isEqualTo(200);
            assertThat(PackagedProgram.lines(folder, "out")).noneMatch(line -> line.contains("s3cret"));
            process.destroy();
            assertThat(process.waitFor(10, SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void withoutASecretItDoesNotStart() {
        Finished refused = PackagedProgram.run("emulator", "--port", "0", "--secret-env", "NO_SUCH_VARIABLE");
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).singleElement().asString().contains("NO_SUCH_VARIABLE is not set");
    }

    @Test
    void anAddressThatIsNoneIsRefused() {
        assertThat(refuse("--port", "70000")).contains("0 to 65535, found 70000");
        assertThat(refuse("--gateway", "nowhere")).contains("expected a URL for --gateway");
    }

    private static String refuse(String option, String value) {
        Finished refused = PackagedProgram.run(SECRET, List.of("emulator", "--secret-env", "MY_SECRET", option, value));
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).hasSize(1);
        return refused.err().get(0);
    }

    private Optional<String> printed(String name) {
        return PackagedProgram.lines(folder, "out").stream()
                .map(String::strip)
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(line.indexOf("http"), line.indexOf(" (")))
                .findFirst();
    }
}
