package io.turngate.manychat;

import io.turngate.config.TenantConfig;
import java.util.OptionalLong;

/**
 * Knows the id of the custom field that holds a tenant's tokens: flows and callbacks name fields by id. Asked for each
 * answer, on any event loop: it never blocks and answers from memory, empty as long as the id is not known.
 */
@FunctionalInterface
public interface TokenFieldIds {

    /** What tenant.json says. */
    TokenFieldIds CONFIGURED =
            tenant -> tenant.binding().tokenFieldId().map(OptionalLong::of).orElse(OptionalLong.empty());

    /** The id, if it is known now. */
    OptionalLong find(TenantConfig tenant);

    /** Asks another one where this one does not know. */
    default TokenFieldIds or(TokenFieldIds other) {
        return tenant -> {
            OptionalLong id = find(tenant);
            return id.isPresent() ? id : other.find(tenant);
        };
    }
}
