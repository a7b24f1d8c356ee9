package io.turngate.runner.model;

import io.turngate.core.TenantId;

/**
 * What a tenant's model is called in metrics and logs.
 *
 * @param provider the word of the configuration for its wire
 * @param model the provider's name of it
 */
public record ModelName(TenantId tenant, String provider, String model) {

    /** Its name among those of its tenant, as kept with the turns that it wrote. */
    public String label() {
        return provider + "/" + model;
    }
}
