package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.testing.GuidePage;
import io.turngate.testing.MarkdownTable;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The commands, links, metrics and words of docs/manychat-setup.md against what there is. */
class SetupGuideCommandsTest {

    private static final Path DOCS = Path.of("docs");
    private static final GuidePage PAGE = GuidePage.read(DOCS.resolve("manychat-setup.md"));
    private static final Pattern COMMAND = Pattern.compile("\\./turngate ([^`\\n]+)");
    private static final Pattern METRIC = Pattern.compile("turngate_\\w+");

    static Stream<String> commands() {
        return PAGE.all(COMMAND, 1).stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aCommandIsUnderstood(String written) {
        String[] words =
                written.replaceAll("<id>", "1-0").replaceAll("<\\w+>", "1001").split(" ");
        CommandLine line = Main.commandLine();
        assertThatCode(() -> line.parseArgs(words)).doesNotThrowAnyException();
    }

    @Test
    void everyBodyOfACommandIsJson() {
        List<String> bodies = PAGE.blocks("sh").stream()
                .flatMap(block -> Pattern.compile("-d '([^']*)'").matcher(block).results())
                .map(found -> found.group(1))
                .toList();

        assertThat(bodies)
                .isNotEmpty()
                .allSatisfy(body -> assertThat(new JsonObject(body)).isNotEmpty());
    }

    @Test
    void everyBlockIsOfAKindThatIsTested() {
        assertThat(PAGE.kinds())
                .containsExactlyInAnyOrder(
                        "sh",
                        "json request",
                        "json unsafe",
                        "json tenant",
                        "json gateway",
                        "json fields",
                        "json block",
                        "json callback");
    }

    @Test
    void everyLinkLeadsSomewhere() {
        assertThat(PAGE.links()).isNotEmpty();
        assertThat(PAGE.deadLinks(DOCS.resolve("manychat-setup.md"))).isEmpty();
    }

    @Test
    void everyMetricIsDocumented() throws Exception {
        String metrics = Files.readString(DOCS.resolve("metrics.md"));
        Set<String> documented = MarkdownTable.rows(metrics, "| metric | type |").stream()
                .map(row -> row.get(0).replace("`", ""))
                .collect(Collectors.toCollection(TreeSet::new));

        // A histogram is documented by the name that its series have in common.
        assertThat(PAGE.all(METRIC, 0)).isNotEmpty().isSubsetOf(documented);
    }

    @Test
    void everyOutcomeIsExplainedAndEveryReasonOfAHeaderIsOne() {
        assertThat(Stream.of(Outcome.values()).map(Outcome::wireName))
                .allSatisfy(outcome -> assertThat(PAGE.text()).contains("`" + outcome + "`"));
        assertThat(PAGE.all(Pattern.compile("X-Turngate-Reason: (\\w+)"), 1))
                .isSubsetOf(Stream.of(Reason.values()).map(Reason::wireName).toList());
    }
}
