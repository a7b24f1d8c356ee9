package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.testing.SecrecyLedger;
import io.turngate.testing.TokenSearch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Runs after all other integration tests: no response, log, metric, key of Redis or report of theirs holds a token of a
 * contact.
 */
class SecrecyIT {

    private static final int FEWEST_TOKENS = 20;
    private static final Path REPORTS = Path.of("target", "failsafe-reports");

    @Test
    void noTokenIsInAnythingThatTheTestsSawOfTurngate() throws IOException {
        Set<String> tokens = new HashSet<>(Files.readAllLines(SecrecyLedger.TOKENS));
        List<Path> outputs = files(SecrecyLedger.OUTPUT);
        assertThat(tokens).as("tokens that were written").hasSizeGreaterThanOrEqualTo(FEWEST_TOKENS);
        assertThat(outputs)
                .extracting(file -> file.getFileName().toString())
                .contains("responses.txt", "answers.txt", "process-log.txt", "log.txt", "metrics.txt", "redis.txt");
        assertThat(outputs).allSatisfy(file -> assertThat(file).isNotEmptyFile());

        TokenSearch search = new TokenSearch(tokens);
        Map<Path, Integer> leaks = new TreeMap<>();
        Stream.concat(outputs.stream(), files(REPORTS).stream()).forEach(file -> {
            int found = tokensIn(file, search);
            if (found > 0) {
                leaks.put(file, found);
            }
        });
        assertThat(leaks).as("files with tokens, and how many").isEmpty();
    }

    /** Line by line: files may be large. */
    private static int tokensIn(Path file, TokenSearch search) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            Set<String> found = new HashSet<>();
            lines.forEach(line -> found.addAll(search.in(line)));
            return found.size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
