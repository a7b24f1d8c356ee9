package io.turngate.emulator;

import io.turngate.config.Secret;
import java.net.URI;

/**
 * The gateway that flows call.
 *
 * @param messages the address of a tenant's messages, for example {@code http://127.0.0.1:8080/v1/demo/messages}
 * @param secret the tenant's
 */
public record FlowTarget(URI messages, Secret secret) {

    /** An address in a callback, on this gateway's own host. */
    String reroute(String url) {
        URI named = URI.create(url);
        String query = named.getRawQuery() == null ? "" : "?" + named.getRawQuery();
        return messages.resolve(named.getRawPath() + query).toString();
    }
}
