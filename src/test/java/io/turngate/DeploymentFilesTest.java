package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.GatewayConfig;
import io.turngate.config.GatewayConfigLoader;
import io.turngate.testing.DeployFile;
import io.turngate.testing.KubernetesFiles;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Ports, periods and variables, which are written in many files, against the program's defaults. */
class DeploymentFilesTest {

    private static final Path DOCKERFILE = Path.of("Dockerfile");
    private static final Path UNIT = DeployFile.FOLDER.resolve("systemd/turngate.service");
    private static final Path PROMETHEUS = DeployFile.FOLDER.resolve("prometheus/prometheus.yml");
    private static final JsonObject COMPOSE = DeployFile.yaml(Path.of("compose.yaml"));
    private static final Duration LAME_DUCK = Duration.ofSeconds(1);
    private static final Duration AFTER_THE_DRAIN = Duration.ofSeconds(10);
    private static final Pattern VARIABLE = Pattern.compile("TURNGATE_[A-Z_]+");

    /** Of compose.yaml itself, for whoever starts it. */
    private static final Set<String> OF_COMPOSE = Set.of("TURNGATE_CONF", "TURNGATE_PROXY_PORT");

    /** deploy/conf/gateway.json: it sets no port and no period, so these are the defaults. */
    static GatewayConfig config() {
        Vertx vertx = PlainVertx.create();
        try {
            Map<String, String> secrets =
                    Map.of("TURNGATE_REDIS_PASSWORD", "secret", "TURNGATE_MANAGEMENT_ADMIN_TOKEN", "secret");
            return Blocking.await(
                    GatewayConfigLoader.load(vertx, DeployFile.FOLDER.resolve("conf"), secrets),
                    Duration.ofSeconds(20));
        } finally {
            Blocking.await(vertx.close(), Duration.ofSeconds(20));
        }
    }

    @Test
    void everyPortIsTheDefault() {
        int http = config().http().port();
        int management = config().management().port();
        assertThat(DeployFile.found(DOCKERFILE, "^EXPOSE (.*)$")).isEqualTo(http + " " + management);
        assertThat(DeployFile.found(DOCKERFILE, "TURNGATE_MANAGEMENT_PORT=(\\d+)"))
                .isEqualTo(Integer.toString(management));
        assertThat(DeployFile.objects(KubernetesFiles.container().getJsonArray("ports"))
                        .map(port -> port.getInteger("containerPort")))
                .containsExactly(http, management);
        JsonObject turngate =
                DeployFile.yaml(PROMETHEUS).getJsonArray("scrape_configs").getJsonObject(0);
        assertThat(turngate.getJsonArray("static_configs").getJsonObject(0).getJsonArray("targets"))
                .containsExactly("turngate-1:" + management, "turngate-2:" + management);
        assertThat(KubernetesFiles.the("Deployment").encode())
                .contains("\"prometheus.io/port\":\"" + management + "\"");
    }

    /** A supervisor that kills earlier cuts off messages in flight. */
    @Test
    void everySupervisorWaitsLongerThanTheDrain() {
        Duration stopping = LAME_DUCK.plus(config().drain()).plus(AFTER_THE_DRAIN);
        assertThat(gatewaysOfCompose())
                .allSatisfy(gateway -> assertThat(seconds(gateway.getString("stop_grace_period")))
                        .isGreaterThan(stopping));
        assertThat(seconds(DeployFile.found(UNIT, "^TimeoutStopSec=(.*)$") + "s"))
                .isGreaterThan(stopping);
        assertThat(seconds(DeployFile.found(DeployFile.FOLDER.resolve("image-trial"), "grace=(\\d+)") + "s"))
                .isGreaterThan(stopping);
        JsonArray preStop = KubernetesFiles.container()
                .getJsonObject("lifecycle")
                .getJsonObject("preStop")
                .getJsonObject("exec")
                .getJsonArray("command");
        assertThat(preStop.getString(0)).isEqualTo("sleep");
        assertThat(Duration.ofSeconds(KubernetesFiles.pod().getInteger("terminationGracePeriodSeconds")))
                .isGreaterThan(stopping.plus(seconds(preStop.getString(1) + "s")));
    }

    private static List<JsonObject> gatewaysOfCompose() {
        JsonObject services = COMPOSE.getJsonObject("services");
        return Stream.of("turngate-1", "turngate-2")
                .map(services::getJsonObject)
                .toList();
    }

    private static Duration seconds(String text) {
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }

    @Test
    void everyVariableIsOneOfTheGateway() {
        Set<String> documented = variables(Path.of("docs/configuration.md"));
        Set<String> used = Stream.of(DOCKERFILE, Path.of("compose.yaml"), UNIT)
                .flatMap(file -> variables(file).stream())
                .filter(variable -> !OF_COMPOSE.contains(variable))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(used).hasSizeGreaterThan(3).isSubsetOf(documented);
    }

    private static Set<String> variables(Path file) {
        return VARIABLE.matcher(DeployFile.text(file))
                .results()
                .map(found -> found.group())
                .collect(Collectors.toSet());
    }

    @Test
    void theImageAsksForReadinessAndLeavesSignalsToTheJvm() {
        assertThat(DeployFile.found(DOCKERFILE, "HEALTHCHECK[^\\n]*\\n\\s*CMD (.*)$"))
                .contains("GET /health/ready ", "$TURNGATE_MANAGEMENT_PORT");
        assertThat(DeployFile.found(DOCKERFILE, "^ENTRYPOINT (.*)$")).startsWith("[\"java\",");
    }
}
