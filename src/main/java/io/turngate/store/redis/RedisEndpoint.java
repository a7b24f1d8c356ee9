package io.turngate.store.redis;

import io.turngate.config.Secret;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a Redis is and how it is spoken to.
 *
 * @param uri {@code redis://host:port} or {@code rediss://}, without credentials
 * @param username for servers with access control lists
 * @param password the credential
 * @param commandTimeout the deadline of one command; a connection that is silent for as long is given up
 */
public record RedisEndpoint(
        String uri, Optional<String> username, Optional<Secret> password, Duration commandTimeout) {}
