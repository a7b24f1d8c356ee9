package io.turngate.store.redis;

import java.net.URI;
import java.util.Optional;

/**
 * Where one server listens.
 *
 * @param host a name or an address; one of IPv6 without brackets
 * @param port 1 to 65,535
 */
record RedisAddress(String host, int port) implements Comparable<RedisAddress> {

    private static final int DEFAULT_PORT = 6_379;

    /** Reads {@code redis://host:port}; without a port it is 6379. */
    static RedisAddress ofUri(String uri) {
        URI parsed = URI.create(uri);
        String host = parsed.getHost();
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new RedisAddress(bare, parsed.getPort() < 0 ? DEFAULT_PORT : parsed.getPort());
    }

    /**
     * Reads {@code host:port} as a server writes it, IPv6 without brackets.
     *
     * @param asked whose host is meant by an empty one
     * @return empty for anything else
     */
    static Optional<RedisAddress> parse(String text, RedisAddress asked) {
        int colon = text.lastIndexOf(':');
        return colon < 0 ? Optional.empty() : of(text.substring(0, colon), text.substring(colon + 1), asked.host);
    }

    /**
     * Takes a host and a port as a server answers them.
     *
     * @param sameHost what an empty host means: the one that was asked
     * @return empty if there is no such port, or the host is not known to the server
     */
    static Optional<RedisAddress> of(String host, String port, String sameHost) {
        if (!port.matches("\\d{1,5}") || host.equals("?")) {
            return Optional.empty();
        }
        int number = Integer.parseInt(port);
        return number < 1 || number > 65_535
                ? Optional.empty()
                : Optional.of(new RedisAddress(host.isEmpty() ? sameHost : host, number));
    }

    /** For a URI: an address of IPv6 in brackets. */
    String authority() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    @Override
    public int compareTo(RedisAddress other) {
        int byHost = host.compareTo(other.host);
        return byHost != 0 ? byHost : Integer.compare(port, other.port);
    }

    @Override
    public String toString() {
        return authority();
    }
}
