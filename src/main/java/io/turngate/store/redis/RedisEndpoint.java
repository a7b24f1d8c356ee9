package io.turngate.store.redis;

import io.turngate.config.RedisMode;
import io.turngate.config.Secret;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where a Redis is and how it is spoken to.
 *
 * @param mode how it is set up
 * @param uris {@code redis://host:port} or {@code rediss://}, all of one kind, without credentials: the server, the sentinels,
 *     or some nodes of the Cluster
 * @param master what the sentinels call the primary; there with {@link RedisMode#SENTINEL}
 * @param username for servers with access control lists
 * @param password the credential
 * @param commandTimeout the deadline of one command; a connection that is silent for as long is given up
 * @param waitReplicas how many replicas must have what was settled before its answer goes out; 0 for none
 */
public record RedisEndpoint(
        RedisMode mode,
        List<String> uris,
        Optional<String> master,
        Optional<String> username,
        Optional<Secret> password,
        Duration commandTimeout,
        int waitReplicas) {

    public RedisEndpoint {
        uris = List.copyOf(uris);
    }

    /** A single server. */
    public RedisEndpoint(String uri, Optional<String> username, Optional<Secret> password, Duration commandTimeout) {
        this(RedisMode.STANDALONE, List.of(uri), Optional.empty(), username, password, commandTimeout, 0);
    }
}
