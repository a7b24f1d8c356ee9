package io.turngate.config;

import io.turngate.config.Advice.Kind;
import io.turngate.config.TenantConfig.Binding;
import io.turngate.config.TenantConfig.Callback;
import io.turngate.config.TenantFolder.Known;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says what an operator may not have thought of, of a tenant that loads. */
final class Adviser {

    /** Empty where gateway.json is wrong: nothing is said of what is not known. */
    private final Optional<GatewayConfig> gateway;

    Adviser(Optional<GatewayConfig> gateway) {
        this.gateway = gateway;
    }

    List<Advice> of(TenantConfig tenant) {
        String file = TenantFolder.PARENT + "/" + tenant.id() + "/" + Known.TENANT.fileName();
        List<Advice> all = new ArrayList<>();
        if (tenant.binding().mode() == Binding.Mode.TOKEN && !tenant.binding().enforce()) {
            all.add(new Advice(Kind.WARNING, file, "/enforce", "roll-out: a missing token still reads history"));
        }
        if (tenant.manyChat().callback() == Callback.ALWAYS && hasNoPublicUrl()) {
            all.add(new Advice(
                    Kind.WARNING,
                    file,
                    "/callback",
                    "\"always\" has no effect without http.publicUrl in gateway.json: answers register no callback"));
        }
        if (!tenant.hasApiToken()) {
            all.add(new Advice(
                    Kind.HINT,
                    file,
                    "/manychat/apiToken",
                    "without an API key an answer of ?format=fields hands nobody over: the flow must branch on"
                            + " escalated"));
        }
        return all;
    }

    private boolean hasNoPublicUrl() {
        return gateway.map(config -> config.http().publicUrl().isEmpty()).orElse(false);
    }
}
