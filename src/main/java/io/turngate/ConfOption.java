package io.turngate;

import io.turngate.config.GatewayConfig;
import io.turngate.config.GatewayConfigLoader;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which folder a command reads its configuration from. */
final class ConfOption {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String FOLDER = "conf";

    @Option(
            names = "--conf",
            paramLabel = "<folder>",
            description = "The folder of gateway.json and tenants/. Default: conf here, else the one beside turngate.")
    private @Nullable Path given;

    Path folder() {
        if (given != null) {
            return given;
        }
        Path here = Path.of(FOLDER);
        return Files.isDirectory(here) ? here : shipped();
    }

    /** The folder that comes with the program. */
    static Path shipped() {
        return Path.of(System.getProperty("turngate.home", ".")).resolve(FOLDER);
    }

    static GatewayConfig load(Vertx vertx, Path folder, Map<String, String> environment) {
        return Blocking.await(GatewayConfigLoader.load(vertx, folder, environment), LIMIT);
    }
}
