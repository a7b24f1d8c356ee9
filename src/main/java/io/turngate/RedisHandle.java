package io.turngate;

import io.turngate.config.GatewayConfig;
import io.turngate.store.redis.EmbeddedRedis;
import io.turngate.store.redis.RedisEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Redis of a configuration: one that is elsewhere, or an embedded one that is started and stopped with this. */
final class RedisHandle implements AutoCloseable {

    private final RedisEndpoint endpoint;
    private final @Nullable EmbeddedRedis mine;

    private RedisHandle(RedisEndpoint endpoint, @Nullable EmbeddedRedis mine) {
        this.endpoint = endpoint;
        this.mine = mine;
    }

    /** For a gateway: the embedded server is started, or taken over where one was left behind. */
    static RedisHandle start(GatewayConfig.Redis config) {
        return config.embeddedDir()
                .map(dir -> embedded(config, dir))
                .orElseGet(() -> new RedisHandle(elsewhere(config), null));
    }

    /** For an operator's command: an embedded server that runs already is used and left alone. */
    static RedisHandle join(GatewayConfig.Redis config) {
        Optional<EmbeddedRedis.Address> running = config.embeddedDir().flatMap(EmbeddedRedis::findRunning);
        config.embeddedDir().filter(dir -> !Files.isDirectory(dir)).ifPresent(dir -> {
            throw new StartFailure("no data here: " + dir.toAbsolutePath());
        });
        return running.map(address -> new RedisHandle(endpoint(config, address), null))
                .orElseGet(() -> start(config));
    }

    /** An embedded server in another folder than the configured one. */
    static RedisHandle startIn(GatewayConfig.Redis config, Path dir) {
        return embedded(config, dir);
    }

    RedisEndpoint endpoint() {
        return endpoint;
    }

    @Override
    public void close() {
        if (mine == null) {
            return;
        }
        try {
            mine.close();
        } catch (IOException e) {
            throw new StartFailure("the embedded Redis did not stop: " + e.getMessage());
        }
    }

    private static RedisHandle embedded(GatewayConfig.Redis config, Path dir) {
        try {
            EmbeddedRedis server = EmbeddedRedis.start(dir);
            EmbeddedRedis.Address address = new EmbeddedRedis.Address(server.host(), server.port(), server.password());
            return new RedisHandle(endpoint(config, address), server);
        } catch (IOException e) {
            throw new StartFailure("the embedded Redis cannot start: " + e.getMessage());
        }
    }

    private static RedisEndpoint endpoint(GatewayConfig.Redis config, EmbeddedRedis.Address address) {
        return new RedisEndpoint(
                "redis://" + address.host() + ":" + address.port(),
                Optional.empty(),
                Optional.of(address.password()),
                config.commandTimeout());
    }

    private static RedisEndpoint elsewhere(GatewayConfig.Redis config) {
        return new RedisEndpoint(
                config.mode(),
                config.uris(),
                config.master(),
                config.username(),
                config.password(),
                config.commandTimeout(),
                config.waitReplicas());
    }
}
