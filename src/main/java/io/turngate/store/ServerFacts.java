package io.turngate.store;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a Redis says of itself in {@code INFO}, which managed servers allow where they forbid {@code CONFIG}.
 *
 * @param version as it is written there, if it is
 * @param maxmemoryPolicy as it is written there, if it is
 */
public record ServerFacts(Optional<String> version, Optional<String> maxmemoryPolicy) {

    private static final String KEEPS_EVERYTHING = "noeviction";

    /** Reads the reply of {@code INFO}. */
    public static ServerFacts parse(String info) {
        Map<String, String> fields = new HashMap<>();
        for (String line : info.split("\r?\n", -1)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 1));
            }
        }
        return new ServerFacts(
                Optional.ofNullable(fields.get("redis_version")), Optional.ofNullable(fields.get("maxmemory_policy")));
    }

    /** Whether the server may drop turns and counters in silence when its memory is full. */
    public boolean mayEvict() {
        return maxmemoryPolicy
                .filter(policy -> !policy.equals(KEEPS_EVERYTHING))
                .isPresent();
    }

    /** Whether the server is one that the scripts run on: 6.2 or newer; empty if it does not say. */
    public Optional<Boolean> isSupported() {
        return version.map(text -> {
            String[] parts = text.split("\\.", 3);
            try {
                int major = Integer.parseInt(parts[0]);
                return major > 6 || major == 6 && parts.length > 1 && Integer.parseInt(parts[1]) >= 2;
            } catch (NumberFormatException e) {
                return false;
            }
        });
    }
}
