package io.turngate.conversation;

import io.turngate.config.TenantConfig;
import io.turngate.rules.Rules;
import io.turngate.runner.Runner;

/**
 * One snapshot of a tenant: its configuration and the runner made from it. A message is judged by the snapshot that was
 * current when it arrived.
 */
public record Tenant(TenantConfig config, Runner runner) {

    /** The rules of this snapshot. */
    public Rules rules() {
        return config.rules();
    }
}
