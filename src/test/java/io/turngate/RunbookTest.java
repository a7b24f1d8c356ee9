package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.turngate.testing.GuidePage;
import io.turngate.testing.MarkdownTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The contents, links, commands and names of docs/runbook.md against what there is. */
class RunbookTest {

    private static final Path DOCS = Path.of("docs");
    private static final Path FILE = DOCS.resolve("runbook.md");
    private static final GuidePage PAGE = GuidePage.read(FILE);
    private static final Pattern COMMAND = Pattern.compile("\\./turngate ([^`\\n#]+)");
    private static final Pattern METRIC = Pattern.compile("turngate_\\w+");
    private static final Pattern CHAPTER = Pattern.compile("(?m)^## (.+)$");
    private static final Pattern KEY = Pattern.compile("tg:\\{[^}]*\\}:([a-z-]+)");

    /** Without what a shell takes of the line. */
    static Stream<String> commands() {
        return PAGE.all(COMMAND, 1).stream()
                .map(written -> written.replaceAll("[>&|].*", "").strip());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aCommandIsUnderstood(String written) {
        String[] words = written.replaceAll("<\\w+>", "demo").split(" ");
        CommandLine line = Main.commandLine();
        assertThatCode(() -> line.parseArgs(words)).doesNotThrowAnyException();
    }

    @Test
    void everyChapterIsInTheContentsInItsOrder() {
        List<String> chapters = list(PAGE.text(), CHAPTER, 1);
        String contents = PAGE.text().substring(0, PAGE.text().indexOf("\n## "));
        assertThat(list(contents, Pattern.compile("\\[([^]]+)]\\(#"), 1)).isEqualTo(chapters);
    }

    @Test
    void everyLinkLeadsSomewhere() {
        assertThat(PAGE.links()).isNotEmpty();
        assertThat(PAGE.deadLinks(FILE)).isEmpty();
    }

    @Test
    void everyMetricIsDocumented() throws Exception {
        String metrics = Files.readString(DOCS.resolve("metrics.md"));
        Set<String> documented = MarkdownTable.rows(metrics, "| metric | type |").stream()
                .map(row -> row.get(0).replace("`", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> named = PAGE.all(METRIC, 0).stream()
                .map(name -> name.replaceAll("_count$", ""))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(named).isNotEmpty().isSubsetOf(documented);
    }

    @Test
    void everyKeyIsDocumented() throws Exception {
        Set<String> documented = GuidePage.read(DOCS.resolve("redis-keys.md"))
                .all(Pattern.compile("(?m)^\\| `tg:\\{[^}]*\\}:([a-z-]+)"), 1);

        assertThat(PAGE.all(KEY, 1)).isNotEmpty().isSubsetOf(documented);
    }

    @Test
    void theProbeIsTheImagesOwn() throws Exception {
        String image = Files.readString(Path.of("Dockerfile"));
        assertThat(list(image, Pattern.compile("HEALTHCHECK .*\\\\\\n +CMD (\\[.*])"), 1))
                .hasSize(1)
                .allSatisfy(command -> assertThat(PAGE.blocks("json")).contains(command));
    }

    private static List<String> list(String text, Pattern pattern, int group) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(group))
                .toList();
    }
}
