package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.turngate.testing.KubernetesFiles;
import io.turngate.testing.MountedConf;
import io.turngate.testing.RedisServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program on the ConfigMap of deploy/kubernetes, laid out as Kubernetes does. */
class KubernetesConfIT {

    private static final String RULES = "tenants/school/rules.json";
    private static final Duration AT_MOST = Duration.ofSeconds(4);

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @TempDir
    Path temporary;

    private final Map<String, String> files = new TreeMap<>(KubernetesFiles.conf());
    private MountedConf conf;
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void mount() throws Exception {
        Path secrets = Files.createDirectory(temporary.resolve("secrets"));
        new MountedConf(secrets).swap(KubernetesFiles.secrets());
        files.replaceAll((path, text) -> text.replace(KubernetesFiles.mountPath("secrets"), secrets.toString()));
        // The Redis of the tests has no password.
        JsonObject gateway = new JsonObject(files.get("gateway.json"));
        gateway.getJsonObject("redis").remove("password");
        files.put("gateway.json", gateway.encode());
        conf = new MountedConf(Files.createDirectory(temporary.resolve("conf")));
        conf.swap(files);
        environment = Map.of(
                "TURNGATE_REDIS_URI", redis.uri(),
                "TURNGATE_HTTP_HOST", "127.0.0.1",
                "TURNGATE_HTTP_PORT", "0",
                "TURNGATE_MANAGEMENT_PORT", "0");
    }

    @Test
    void itServesAndASwapOfTheMountedVersionReloadsIt() {
        try (GatewayProcess gateway = GatewayProcess.start(conf.path(), environment)) {
            assertThat(Stream.of("startupProbe", "livenessProbe", "readinessProbe")
                            .map(probe -> KubernetesFiles.container()
                                    .getJsonObject(probe)
                                    .getJsonObject("httpGet")
                                    .getString("path")))
                    .allSatisfy(path ->
                            assertThat(gateway.management(path).statusCode()).isEqualTo(200));

            swapCap(7);
            awaitLoaded(gateway, 2);
            files.put(RULES, "{}");
            conf.swap(files);
            await().atMost(AT_MOST)
                    .until(() -> !gateway.logged("what is on disk is refused").isEmpty());
            assertThat(gateway.management("/health/ready").body()).contains("\"tenant:school\":\"stale\"");
            swapCap(9);
            awaitLoaded(gateway, 3);
            assertThat(gateway.management("/health/ready").body()).contains("\"tenant:school\":\"up\"");
        }
    }

    private void swapCap(int cap) {
        files.put(
                RULES,
                new JsonObject(KubernetesFiles.conf().get(RULES))
                        .put("maxTurnsPerConversation", cap)
                        .encode());
        conf.swap(files);
    }

    private static void awaitLoaded(GatewayProcess gateway, int times) {
        await().atMost(AT_MOST)
                .untilAsserted(() ->
                        assertThat(gateway.logged("tenant school: loaded")).hasSize(times));
    }
}
