package io.turngate;

import io.turngate.config.GatewayConfig;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A gateway as a process of its own: started on the main thread, stopped by SIGTERM or Ctrl+C. */
final class ServerRun {

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
    private static final String LOGBACK = "logback.configurationFile";

    private ServerRun() {}

    /** What was started, for the one who has to say so. */
    record Started(Gateway gateway, RedisHandle redis, GatewayConfig config) {}

    static Started start(Path confDir, Map<String, String> environment, boolean strict) {
        configureLogging(confDir);
        GatewayConfig config = load(confDir, environment);
        RedisHandle redis = RedisHandle.start(config.redis());
        try {
            Gateway gateway =
                    Gateway.start(new Gateway.Settings(confDir, config, environment, redis.endpoint(), strict));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(gateway, redis), "shutdown"));
            return new Started(gateway, redis, config);
        } catch (RuntimeException e) {
            redis.close();
            throw e;
        }
    }

    private static void stop(Gateway gateway, RedisHandle redis) {
        try {
            gateway.close();
        } finally {
            redis.close();
        }
    }

    /** gateway.json decides how the real Vert.x is made, so it is read on one of its own. */
    private static GatewayConfig load(Path confDir, Map<String, String> environment) {
        Vertx vertx = PlainVertx.create();
        try {
            return ConfOption.load(vertx, confDir, environment);
        } finally {
            Blocking.await(vertx.close(), CLOSE_LIMIT);
        }
    }

    /**
     * Has the log be as the folder says, if it says anything. The log is made by the first that writes to it, so this
     * comes before whatever else a command starts.
     */
    static void configureLogging(Path confDir) {
        Path file = confDir.resolve("logback.xml");
        if (System.getProperty(LOGBACK) == null && Files.isReadable(file)) {
            System.setProperty(LOGBACK, file.toAbsolutePath().toString());
        }
    }
}
