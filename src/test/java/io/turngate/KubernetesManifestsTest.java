package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.ConfigCheck;
import io.turngate.testing.DeployFile;
import io.turngate.testing.KubernetesFiles;
import io.turngate.testing.MountedConf;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** deploy/kubernetes against the program, the image and itself. */
class KubernetesManifestsTest {

    private static final JsonObject POD = KubernetesFiles.pod();
    private static final JsonObject CONTAINER = KubernetesFiles.container();
    private static final JsonObject LABELS = KubernetesFiles.the("Deployment")
            .getJsonObject("spec")
            .getJsonObject("template")
            .getJsonObject("metadata")
            .getJsonObject("labels");

    @TempDir
    Path temporary;

    @Test
    void theConfigurationIsAllRightAsItIsMounted() throws Exception {
        Path secrets = Files.createDirectory(temporary.resolve("secrets"));
        new MountedConf(secrets).swap(KubernetesFiles.secrets());
        MountedConf conf = new MountedConf(Files.createDirectory(temporary.resolve("conf")));
        Map<String, String> files = new TreeMap<>(KubernetesFiles.conf());
        files.replaceAll((path, text) -> text.replace(KubernetesFiles.mountPath("secrets"), secrets.toString()));
        conf.swap(files);

        assertThat(ConfigCheck.check(conf.path(), Map.of(), Runners.PROVIDERS).problems())
                .isEmpty();
        assertThat(files).hasSizeGreaterThan(4).containsKey("logback.xml");
    }

    @Test
    void everyKeyOfTheConfigMapIsMounted() {
        assertThat(DeployFile.objects(KubernetesFiles.volume("conf")
                                .getJsonObject("configMap")
                                .getJsonArray("items"))
                        .map(item -> item.getString("key")))
                .containsExactlyInAnyOrderElementsOf(
                        KubernetesFiles.the("ConfigMap").getJsonObject("data").fieldNames());
        assertThat(DeployFile.objects(CONTAINER.getJsonArray("volumeMounts")))
                .as("what is mounted with subPath never changes")
                .noneMatch(mount -> mount.containsKey("subPath"));
        assertThat(KubernetesFiles.mountPath("conf")).isEqualTo("/opt/turngate/conf");
    }

    @Test
    void itLogsAsTheShippedConfigurationDoes() {
        assertThat(KubernetesFiles.conf()).containsEntry("logback.xml", DeployFile.text(Path.of("conf/logback.xml")));
    }

    @Test
    void everythingSelectsThePods() {
        assertThat(KubernetesFiles.all())
                .filteredOn(object ->
                        object.getJsonObject("spec", new JsonObject()).getValue("selector") instanceof JsonObject)
                .hasSize(4)
                .allSatisfy(object -> {
                    JsonObject selector = object.getJsonObject("spec").getJsonObject("selector");
                    assertThat(LABELS).isEqualTo(selector.getJsonObject("matchLabels", selector));
                });
        assertThat(KubernetesFiles.the("NetworkPolicy")
                        .getJsonObject("spec")
                        .getJsonObject("podSelector")
                        .getJsonObject("matchLabels"))
                .isEqualTo(LABELS);
    }

    @Test
    void aServiceSetsNoVariableOfTheGateway() {
        assertThat(POD.getBoolean("enableServiceLinks")).isFalse();
        assertThat(CONTAINER.containsKey("env")).isFalse();
    }

    @Test
    void probesAskTheManagementPort() {
        assertThat(probe("startupProbe")).isEqualTo(probe("livenessProbe")).isEqualTo("/health/live");
        assertThat(probe("readinessProbe")).isEqualTo("/health/ready");
    }

    private static String probe(String name) {
        JsonObject get = CONTAINER.getJsonObject(name).getJsonObject("httpGet");
        assertThat(get.getString("port")).isEqualTo("management");
        return get.getString("path");
    }

    @Test
    void itIsConfined() {
        JsonObject pod = POD.getJsonObject("securityContext");
        assertThat(pod.getBoolean("runAsNonRoot")).isTrue();
        assertThat(pod.getInteger("runAsUser") + ":" + pod.getInteger("runAsGroup"))
                .isEqualTo(DeployFile.found(Path.of("Dockerfile"), "^USER (.*)$"));
        assertThat(POD.getBoolean("automountServiceAccountToken")).isFalse();
        JsonObject container = CONTAINER.getJsonObject("securityContext");
        assertThat(container.getBoolean("allowPrivilegeEscalation")).isFalse();
        assertThat(container.getBoolean("readOnlyRootFilesystem")).isTrue();
        assertThat(container.getJsonObject("capabilities").getJsonArray("drop")).containsExactly("ALL");
    }

    @Test
    void oneGatewayIsAlwaysThere() {
        JsonObject spec = KubernetesFiles.the("Deployment").getJsonObject("spec");
        assertThat(spec.getInteger("replicas"))
                .isGreaterThan(KubernetesFiles.the("PodDisruptionBudget")
                        .getJsonObject("spec")
                        .getInteger("minAvailable"));
        assertThat(spec.getJsonObject("strategy").getJsonObject("rollingUpdate").getInteger("maxUnavailable"))
                .isZero();
    }
}
