package io.turngate.manychat;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfig.Binding;
import io.turngate.core.Channel;
import io.turngate.core.ContactId;
import java.util.Optional;
import java.util.OptionalLong;

/** Decides which answers ask ManyChat to call with the contact's next message. Immutable; any thread may use it. */
public final class Callbacks {

    private final Optional<String> publicUrl;
    private final TokenFieldIds tokenFieldIds;

    /**
     * @param publicUrl where ManyChat reaches the public server, without a slash at its end; without one there are none
     * @param tokenFieldIds the fields that hold tokens
     */
    public Callbacks(Optional<String> publicUrl, TokenFieldIds tokenFieldIds) {
        this.publicUrl = publicUrl;
        this.tokenFieldIds = tokenFieldIds;
    }

    /**
     * What an answer registers.
     *
     * @param presented the tenant's secret that the request presented: the one to be presented next time, unless it is
     *     retiring
     */
    public Optional<Callback> find(TenantConfig tenant, Secret presented, Channel channel, ContactId contactId) {
        OptionalLong tokenFieldId = tokenFieldIds.find(tenant);
        if (!isWanted(tenant.manyChat().callback(), channel)
                || !presented.equals(tenant.secrets().get(0))
                || arrivesUnbound(tenant, tokenFieldId)) {
            return Optional.empty();
        }
        return publicUrl
                .map(url -> url + "/v1/" + tenant.id() + "/messages")
                .map(url -> new Callback(url, presented, contactId, channel, tokenFieldId));
    }

    private static boolean isWanted(TenantConfig.Callback mode, Channel channel) {
        return switch (mode) {
            case AUTO -> channel == Channel.MESSENGER;
            case ALWAYS -> true;
            case NEVER -> false;
        };
    }

    /** Better the flow's own step, which sends the token, than a callback that cannot. */
    private static boolean arrivesUnbound(TenantConfig tenant, OptionalLong tokenFieldId) {
        return tenant.binding().mode() == Binding.Mode.TOKEN && tokenFieldId.isEmpty();
    }
}
