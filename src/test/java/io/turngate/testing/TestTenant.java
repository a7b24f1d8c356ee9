package io.turngate.testing;

import io.turngate.config.Briefing;
import io.turngate.config.RunnerSettings;
import io.turngate.config.Secret;
import io.turngate.config.TenantConfig;
import io.turngate.config.TenantConfig.Binding;
import io.turngate.config.TenantConfig.Callback;
import io.turngate.config.TenantConfig.Handoff;
import io.turngate.config.TenantConfig.ManyChat;
import io.turngate.config.TenantConfig.OnUncertain;
import io.turngate.core.Channel;
import io.turngate.rules.Rules;
import java.util.List;
import java.util.Optional;

/** The usual tenant, changed where a test needs it otherwise. */
public final class TestTenant {

    private String version = "v1";
    private Rules rules = new TestRules().build();
    private Binding binding = Binding.bySecret();
    private ManyChat manyChat = ManyChat.none();
    private Handoff handoff = Handoff.byTag("needs_human");
    private RunnerSettings runner = new RunnerSettings("recording");
    private Briefing briefing = Briefing.NONE;
    private int newContactsPerMinute = 3_000;
    private int messagesPerMinute = 60_000;

    /** One with an API key, bound by tokens. */
    public static TestTenant pushing() {
        return new TestTenant()
                .token(true)
                .manyChat(new ManyChat(
                        Optional.of(new Secret("4711:" + "a".repeat(32))),
                        "http://127.0.0.1:1",
                        OnUncertain.DROP,
                        Callback.AUTO));
    }

    public TestTenant version(String hash) {
        version = hash;
        return this;
    }

    /** With another API key. */
    public TestTenant key(String value) {
        return manyChat(new ManyChat(
                Optional.of(new Secret(value)), manyChat.baseUrl(), manyChat.onUncertain(), manyChat.callback()));
    }

    public TestTenant onUncertain(OnUncertain policy) {
        return manyChat(new ManyChat(manyChat.apiToken(), manyChat.baseUrl(), policy, manyChat.callback()));
    }

    public TestTenant baseUrl(String url) {
        return manyChat(new ManyChat(manyChat.apiToken(), url, manyChat.onUncertain(), manyChat.callback()));
    }

    public TestTenant boundBySecret() {
        binding = Binding.bySecret();
        return this;
    }

    public TestTenant rules(Rules changed) {
        rules = changed;
        return this;
    }

    /** Bound by the contact's token. */
    public TestTenant token(boolean enforce) {
        binding = new Binding(Binding.Mode.TOKEN, enforce, "ai_token", Optional.empty());
        return this;
    }

    public TestTenant manyChat(ManyChat changed) {
        manyChat = changed;
        return this;
    }

    public TestTenant handoff(Handoff changed) {
        handoff = changed;
        return this;
    }

    public TestTenant runner(RunnerSettings changed) {
        runner = changed;
        return this;
    }

    public TestTenant briefing(Briefing changed) {
        briefing = changed;
        return this;
    }

    public TestTenant newContactsPerMinute(int contacts) {
        newContactsPerMinute = contacts;
        return this;
    }

    public TestTenant messagesPerMinute(int messages) {
        messagesPerMinute = messages;
        return this;
    }

    public TenantConfig build() {
        return new TenantConfig(
                ConversationHarness.TENANT,
                version,
                List.of(new Secret("s3cret")),
                Channel.WHATSAPP,
                binding,
                manyChat,
                handoff,
                runner,
                newContactsPerMinute,
                messagesPerMinute,
                rules,
                briefing,
                Optional.empty());
    }
}
