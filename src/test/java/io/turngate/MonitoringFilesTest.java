package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.testing.DeployFile;
import io.turngate.testing.MarkdownTable;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The alerts of deploy/prometheus and the dashboard of deploy/grafana against docs/metrics.md. */
class MonitoringFilesTest {

    private static final Path PROMETHEUS = DeployFile.FOLDER.resolve("prometheus");
    private static final String PAGE = DeployFile.text(Path.of("docs/metrics.md"));

    /** A metric and the labels that are asked of it. */
    private static final Pattern SERIES = Pattern.compile("\\b(turngate_\\w+)(?:\\{([^}]*)})?");

    private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)");
    private static final Pattern GROUPED = Pattern.compile("\\bby \\(([^)]*)\\)");

    /** Which Prometheus gives to every series, or a histogram to its buckets. */
    private static final Set<String> EVERYWHERE = Set.of("instance", "job", "le");

    private static final Map<String, Set<String>> DOCUMENTED = documented();

    private static Map<String, Set<String>> documented() {
        Map<String, Set<String>> labels = new TreeMap<>();
        for (List<String> row : MarkdownTable.rows(PAGE, "| metric | type |")) {
            String name = row.get(0).replace("`", "");
            Set<String> its = Stream.of(row.get(2).replace("`", "").split(", ", -1))
                    .collect(Collectors.toCollection(TreeSet::new));
            List<String> series = switch (row.get(1)) {
                case "histogram" -> List.of(name + "_bucket", name + "_count", name + "_sum");
                case "summary" -> List.of(name + "_count", name + "_sum");
                default -> List.of(name);
            };
            series.forEach(one -> labels.put(one, its));
        }
        return labels;
    }

    private static List<JsonObject> rules() {
        return DeployFile.objects(DeployFile.yaml(PROMETHEUS.resolve("alerts.yml"))
                        .getJsonArray("groups")
                        .getJsonObject(0)
                        .getJsonArray("rules"))
                .toList();
    }

    private static JsonObject dashboard() {
        return new JsonObject(DeployFile.text(DeployFile.FOLDER.resolve("grafana/turngate.json")));
    }

    static Stream<String> expressions() {
        Stream<String> panels = DeployFile.objects(dashboard().getJsonArray("panels"))
                .filter(panel -> panel.containsKey("targets"))
                .flatMap(panel -> DeployFile.objects(panel.getJsonArray("targets")))
                .map(target -> target.getString("expr"));
        Stream<String> variables = DeployFile.objects(
                        dashboard().getJsonObject("templating").getJsonArray("list"))
                .filter(variable -> variable.getString("type").equals("query"))
                .map(variable -> variable.getString("definition"));
        return Stream.concat(Stream.concat(panels, variables), rules().stream().map(rule -> rule.getString("expr")));
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void everyMetricAndEveryLabelIsDocumented(String expression) {
        Set<String> together = new TreeSet<>(EVERYWHERE);
        List<MatchResult> found = SERIES.matcher(expression).results().toList();
        assertThat(found).allSatisfy(series -> {
            assertThat(DOCUMENTED).containsKey(series.group(1));
            Set<String> labels = new TreeSet<>(DOCUMENTED.get(series.group(1)));
            together.addAll(labels);
            labels.addAll(EVERYWHERE);
            if (series.group(2) != null) {
                assertThat(LABEL.matcher(series.group(2)).results().map(label -> label.group(1)))
                        .isSubsetOf(labels);
            }
        });
        assertThat(GROUPED.matcher(expression)
                        .results()
                        .flatMap(by -> Stream.of(by.group(1).split(", ", -1))))
                .isSubsetOf(together);
        assertThat(found.isEmpty()).isEqualTo(expression.contains("up{job=\"turngate\"}"));
    }

    @Test
    void everyMetricIsOnTheDashboard() {
        String shown = dashboard().encode();
        assertThat(DOCUMENTED.keySet().stream().map(MonitoringFilesTest::family))
                .allSatisfy(metric -> assertThat(shown).contains(metric));
    }

    private static String family(String series) {
        return series.replaceAll("_(bucket|count|sum)$", "");
    }

    @Test
    void everyAlertIsTried() {
        String tests = DeployFile.text(PROMETHEUS.resolve("alerts-test.yml"));
        assertThat(rules()).allSatisfy(rule -> assertThat(tests).contains("alertname: " + rule.getString("alert")));
    }

    /** A counter that appears with its first event begins at one, where increase() sees no step. */
    @Test
    void anAlertOnASingleEventHearsTheFirst() {
        assertThat(rules().stream().map(rule -> rule.getString("expr")))
                .filteredOn(expression -> expression.contains("increase("))
                .isNotEmpty()
                .allSatisfy(
                        expression -> assertThat(expression).contains("unless").contains("offset 10m"));
    }

    @Test
    void theJobIsTheOneThatTheAlertsAskFor() {
        assertThat(DeployFile.yaml(PROMETHEUS.resolve("prometheus.yml"))
                        .getJsonArray("scrape_configs")
                        .getJsonObject(0)
                        .getString("job_name"))
                .isEqualTo("turngate");
    }
}
