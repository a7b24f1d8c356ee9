package io.turngate.store.redis;

import io.turngate.config.Secret;
import io.vertx.redis.client.RedisOptions;
import java.net.URI;
import java.util.Optional;

/**
 * How the servers of one Redis are spoken to.
 *
 * @param scheme {@code redis} or {@code rediss}
 * @param database such as {@code /2}; empty for the first
 * @param username for servers with access control lists
 * @param password the credential
 * @param timeoutMillis the deadline of one command
 * @param waitReplicas how many replicas are waited for where that is asked; 0 for none
 */
record LinkTerms(
        String scheme,
        String database,
        Optional<String> username,
        Optional<Secret> password,
        long timeoutMillis,
        int waitReplicas) {

    /** The one, and for some its companion. */
    private static final int CONNECTIONS = 2;

    private static final int MAX_WAITING_COMMANDS = 32_768;

    static LinkTerms of(RedisEndpoint endpoint) {
        URI first = URI.create(endpoint.uris().get(0));
        return new LinkTerms(
                first.getScheme(),
                first.getPath(),
                endpoint.username(),
                endpoint.password(),
                endpoint.commandTimeout().toMillis(),
                endpoint.waitReplicas());
    }

    /** Whether there is something to wait for, on a connection of its own. */
    boolean waits() {
        return waitReplicas > 0;
    }

    /** For sentinels, which have users of their own: without credentials, and there is nothing to wait for. */
    LinkTerms ofSentinels() {
        return new LinkTerms(scheme, "", Optional.empty(), Optional.empty(), timeoutMillis, 0);
    }

    RedisOptions options(RedisAddress server) {

        RedisOptions options = new RedisOptions()
                .setConnectionString(scheme + "://" + server.authority() + database)
                .setMaxPoolSize(CONNECTIONS)
                .setMaxPoolWaiting(CONNECTIONS)
                .setMaxWaitingHandlers(MAX_WAITING_COMMANDS);
        options.getNetClientOptions().setConnectTimeout((int) timeoutMillis).setTcpKeepAlive(true);
        RedisOptions named = username.map(options::setUser).orElse(options);
        return password.map(secret -> named.setPassword(secret.reveal())).orElse(named);
    }
}
