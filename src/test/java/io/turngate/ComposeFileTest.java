package io.turngate;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.ConfigCheck;
import io.turngate.testing.DeployFile;
import io.turngate.testing.MountedConf;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** compose.yaml against the program and the files that it mounts. */
class ComposeFileTest {

    private static final JsonObject COMPOSE = DeployFile.yaml(Path.of("compose.yaml"));
    private static final JsonObject SERVICES = COMPOSE.getJsonObject("services");
    private static final List<String> GATEWAYS = List.of("turngate-1", "turngate-2");
    private static final Path CONF = DeployFile.FOLDER.resolve("conf");
    private static final Path NGINX = DeployFile.FOLDER.resolve("nginx/nginx.conf");
    private static final String SECRETS = "/run/secrets";
    private static final Pattern SECRET = Pattern.compile(SECRETS + "/([\\w-]+)");

    /** {@code ${NAME:-default}} */
    private static final String VARIABLE = "\\$\\{\\w+:-([^}]*)}";

    @TempDir
    Path temporary;

    @Test
    void theConfigurationIsAllRight() throws IOException {
        Path secrets = Files.createDirectory(temporary.resolve("secrets"));
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> found = Files.walk(CONF)) {
            found.filter(Files::isRegularFile)
                    .forEach(file -> files.put(
                            CONF.relativize(file).toString(),
                            DeployFile.text(file).replace(SECRETS, secrets.toString())));
        }
        for (String name : secretsOfTheConfiguration()) {
            Files.writeString(secrets.resolve(name), "secret-" + name);
        }
        MountedConf conf = new MountedConf(Files.createDirectory(temporary.resolve("conf")));
        conf.swap(files);

        assertThat(ConfigCheck.check(conf.path(), Map.of(), Runners.PROVIDERS).problems())
                .isEmpty();
        assertThat(files).containsEntry("logback.xml", DeployFile.text(Path.of("conf/logback.xml")));
    }

    @Test
    void whatIsMountedIsThere() {
        assertThat(SERVICES.fieldNames()).allSatisfy(name -> {
            JsonObject service = SERVICES.getJsonObject(name);
            if (service.containsKey("volumes")) {
                assertThat(DeployFile.texts(service.getJsonArray("volumes"))
                                .map(volume -> volume.replaceAll(VARIABLE, "$1").split(":", -1)[0]))
                        .allSatisfy(source -> {
                            if (source.startsWith("./")) {
                                assertThat(Path.of(source)).exists();
                            } else {
                                assertThat(COMPOSE.getJsonObject("volumes").fieldNames())
                                        .contains(source);
                            }
                        });
            }
        });
    }

    @Test
    void everySecretIsDeclaredAndEachServiceHasThoseThatItReads() {
        Set<String> declared = COMPOSE.getJsonObject("secrets").fieldNames();
        assertThat(SERVICES.fieldNames()).allSatisfy(name -> {
            JsonObject service = SERVICES.getJsonObject(name);
            Set<String> given = service.containsKey("secrets")
                    ? DeployFile.texts(service.getJsonArray("secrets")).collect(Collectors.toSet())
                    : Set.of();
            assertThat(given).isSubsetOf(declared);
            Set<String> read = GATEWAYS.contains(name) ? secretsOfTheConfiguration() : secretsIn(service.encode());
            assertThat(read).isEqualTo(given);
        });
        assertThat(DeployFile.text(Path.of(".gitignore"))).contains("deploy/secrets/");
    }

    private static Set<String> secretsOfTheConfiguration() {
        return secretsIn(DeployFile.text(CONF.resolve("gateway.json"))
                + DeployFile.text(CONF.resolve("tenants/school/tenant.json")));
    }

    private static Set<String> secretsIn(String text) {
        return SECRET.matcher(text).results().map(found -> found.group(1)).collect(Collectors.toSet());
    }

    @Test
    void everyServiceIsConfined() {
        assertThat(SERVICES.fieldNames()).allSatisfy(name -> {
            JsonObject service = SERVICES.getJsonObject(name);
            assertThat(service.getBoolean("read_only")).isTrue();
            assertThat(service.getJsonArray("cap_drop")).containsExactly("ALL");
            assertThat(service.getJsonArray("security_opt")).containsExactly("no-new-privileges:true");
            assertThat(service.containsKey("mem_limit")).isTrue();
            assertThat(service.getString("restart")).isEqualTo("unless-stopped");
            if (service.containsKey("ports")) {
                assertThat(DeployFile.texts(service.getJsonArray("ports")))
                        .as("for this machine alone")
                        .allMatch(port -> port.startsWith("127.0.0.1:"));
            }
        });
        assertThat(COMPOSE.getJsonObject("networks").getJsonObject("back").getBoolean("internal"))
                .isTrue();
    }

    @Test
    void theProxyFindsTheGatewaysAndIsTrusted() {
        Pattern server = Pattern.compile("^ *server ([\\d.:]+) ", Pattern.MULTILINE);
        assertThat(server.matcher(DeployFile.text(NGINX)).results().map(found -> found.group(1)))
                .containsExactlyElementsOf(GATEWAYS.stream()
                        .map(gateway -> address(gateway) + ":"
                                + DeploymentFilesTest.config().http().port())
                        .toList());
        assertThat(new JsonObject(DeployFile.text(CONF.resolve("gateway.json")))
                        .getJsonObject("http")
                        .getJsonArray("trustedProxies"))
                .containsExactly(
                        address("proxy"),
                        COMPOSE.getJsonObject("networks")
                                .getJsonObject("front")
                                .getJsonObject("ipam")
                                .getJsonArray("config")
                                .getJsonObject(0)
                                .getString("gateway"));
        assertThat(SERVICES.getJsonObject("proxy").getJsonArray("ports").getString(0))
                .endsWith(":" + DeployFile.found(NGINX, "listen (\\d+);"));
    }

    private static String address(String service) {
        return SERVICES.getJsonObject(service)
                .getJsonObject("networks")
                .getJsonObject("front")
                .getString("ipv4_address");
    }

    @Test
    void theProxyWaitsLongerThanManyChat() {
        assertThat(Integer.parseInt(DeployFile.found(NGINX, "proxy_read_timeout (\\d+)s;")))
                .isGreaterThan(10);
        assertThat(Integer.parseInt(DeployFile.found(NGINX, "client_max_body_size (\\d+)k;")))
                .as("the gateway refuses, not the proxy")
                .isGreaterThan(64);
    }
}
