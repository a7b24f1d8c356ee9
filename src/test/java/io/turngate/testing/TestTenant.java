package io.turngate.testing;

import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfig.Binding;
import io.turngate.config.TenantConfig.Callback;
import io.turngate.config.TenantConfig.Handoff;
import io.turngate.config.TenantConfig.ManyChat;
import io.turngate.config.TenantConfig.OnUncertain;
import io.turngate.config.TenantConfig.RunnerSettings;
import io.turngate.core.Channel;
import java.util.List;
import java.util.Optional;

/** A tenant with an API key and tokens, and what a test changes of it. */
public final class TestTenant {

    private String version = "v1";
    private String key = "4711:" + "a".repeat(32);
    private OnUncertain onUncertain = OnUncertain.DROP;
    private Handoff handoff = Handoff.byTag("needs_human");
    private String baseUrl = "http://127.0.0.1:1";
    private Binding binding = new Binding(Binding.Mode.TOKEN, true, "ai_token", Optional.empty());

    public TestTenant version(String hash) {
        version = hash;
        return this;
    }

    public TestTenant key(String value) {
        key = value;
        return this;
    }

    public TestTenant onUncertain(OnUncertain policy) {
        onUncertain = policy;
        return this;
    }

    public TestTenant handoff(Handoff how) {
        handoff = how;
        return this;
    }

    public TestTenant baseUrl(String url) {
        baseUrl = url;
        return this;
    }

    public TestTenant boundBySecret() {
        binding = Binding.bySecret();
        return this;
    }

    public TenantConfig build() {
        return new TenantConfig(
                ConversationHarness.TENANT,
                version,
                List.of(new Secret("s3cret")),
                Channel.WHATSAPP,
                binding,
                new ManyChat(Optional.of(new Secret(key)), baseUrl, onUncertain, Callback.AUTO),
                handoff,
                new RunnerSettings("recording"),
                3_000,
                60_000,
                new TestRules().build(),
                Optional.empty(),
                Optional.empty());
    }
}
