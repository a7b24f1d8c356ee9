package io.turngate.manychat;

import io.turngate.config.TenantConfig;
import io.turngate.core.Channel;
import java.util.Optional;

/**
 * What a Dynamic Block depends on beside its answer.
 *
 * @param channel where the contact reads it
 * @param handoff how an escalated contact is handed over
 * @param liveChatUrl the link to the contact, as the request wrote it; one that is not https is left out
 * @param callback what ManyChat is asked to call next, if anything
 * @param canPushRest whether somebody pushes what does not fit
 */
public record BlockTerms(
        Channel channel,
        TenantConfig.Handoff handoff,
        Optional<String> liveChatUrl,
        Optional<Callback> callback,
        boolean canPushRest) {

    /** Holds a link to a contact: never printed. */
    @Override
    public String toString() {
        return "terms";
    }
}
