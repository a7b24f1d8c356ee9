package io.turngate.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * gateway.json with its overrides from the environment, valid and with its defaults filled in.
 *
 * @param http the public server
 * @param management the management server
 * @param redis where state lives
 * @param replyDeadline from the arrival of a request to its answer; ManyChat gives up after 10 s
 * @param modelAbort larger than the reply deadline; both together are the lease of a run
 * @param drain how long a stopping gateway lets messages in flight finish
 * @param maxInFlight messages in flight before shedding
 * @param maxLoopLag how late an event loop may be before it sheds
 */
public record GatewayConfig(
        Http http,
        Management management,
        Redis redis,
        Duration replyDeadline,
        Duration modelAbort,
        Duration drain,
        int maxInFlight,
        Duration maxLoopLag) {

    /**
     * The public server.
     *
     * @param host address to listen on
     * @param port 0 takes a free one
     * @param publicUrl where ManyChat reaches it, without a slash at its end; needed for callbacks
     * @param requestsPerMinutePerAddress for callers without a valid secret
     * @param trustedProxies addresses and CIDR blocks whose {@code X-Forwarded-For} is believed
     */
    public record Http(
            String host,
            int port,
            Optional<String> publicUrl,
            int requestsPerMinutePerAddress,
            List<AddressBlock> trustedProxies) {}

    /**
     * The management server.
     *
     * @param host address to listen on, loopback by default
     * @param port 0 takes a free one
     * @param adminToken without one the operations are off
     */
    public record Management(String host, int port, Optional<Secret> adminToken) {}

    /**
     * Where state lives: exactly one of a server of its own and an embedded one.
     *
     * @param mode how it is set up; standalone for an embedded one
     * @param uris {@code redis://} or {@code rediss://}, without credentials; empty for an embedded one. The server, the
     *     sentinels, or some nodes of a Cluster
     * @param master what the sentinels call the primary; there in that mode only
     * @param embeddedDir the folder of the embedded server's data
     * @param username for servers with access control lists
     * @param password the credential
     * @param commandTimeout the deadline of one command
     * @param waitReplicas how many replicas must have what was settled before its answer goes out; 0 for none
     * @param allowEviction run on a server that may evict keys
     */
    public record Redis(
            RedisMode mode,
            List<String> uris,
            Optional<String> master,
            Optional<Path> embeddedDir,
            Optional<String> username,
            Optional<Secret> password,
            Duration commandTimeout,
            int waitReplicas,
            boolean allowEviction) {}
}
