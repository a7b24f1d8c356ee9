package io.turngate.config;

import io.turngate.core.Channel;
import io.turngate.core.TenantId;
import io.turngate.rules.Rules;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One tenant's folder, valid and with its defaults filled in.
 *
 * @param id the folder's name
 * @param version hash of all its files: equal versions are equal configurations
 * @param secrets one or two; the second is the retiring one
 * @param channel for payloads that do not say theirs
 * @param binding what proves whose history a request may read
 * @param manyChat how ManyChat's own API is used
 * @param handoff how a contact is handed over
 * @param runner what produces replies
 * @param newContactsPerMinute contacts seen for the first time before further ones are shed
 * @param messagesPerMinute the tenant's budget of messages
 * @param rules rules.json
 * @param briefing what the agent is told
 * @param answers answers.json, for the scripted runner
 */
public record TenantConfig(
        TenantId id,
        String version,
        List<Secret> secrets,
        Channel channel,
        Binding binding,
        ManyChat manyChat,
        Handoff handoff,
        RunnerSettings runner,
        int newContactsPerMinute,
        int messagesPerMinute,
        Rules rules,
        Briefing briefing,
        Optional<JsonObject> answers) {

    /** The same tenant under other rules. */
    public TenantConfig withRules(Rules others) {
        return new TenantConfig(
                id,
                version,
                secrets,
                channel,
                binding,
                manyChat,
                handoff,
                runner,
                newContactsPerMinute,
                messagesPerMinute,
                others,
                briefing,
                answers);
    }

    /** prompt.md, the agent's instructions; empty where the runner needs none. */
    public Optional<String> prompt() {
        return briefing.prompt();
    }

    /** Everything that is read from elsewhere and not covered by the version: it can change while that stays. */
    public List<Secret> allSecrets() {
        return Stream.of(
                        secrets.stream(),
                        manyChat.apiToken().stream(),
                        runner.model().flatMap(ModelChoice::apiKey).stream(),
                        runner.fallback().flatMap(ModelChoice::apiKey).stream())
                .flatMap(some -> some)
                .toList();
    }

    /** Whether replies can be pushed, and contacts handed over, outside of an answer. */
    public boolean hasApiToken() {
        return manyChat.apiToken().isPresent();
    }

    /**
     * What proves whose history a request may read.
     *
     * @param mode by what
     * @param enforce whether a missing token is held against a request; false only while tokens are rolled out
     * @param tokenField the custom field that holds a contact's token
     * @param tokenFieldId its id in ManyChat, where it need not be looked up
     */
    public record Binding(Mode mode, boolean enforce, String tokenField, Optional<Long> tokenFieldId) {

        /** What binds a request to its contact. */
        public enum Mode {
            /** The contact's own token. */
            TOKEN,
            /** The shared secret alone. */
            SECRET
        }

        /** The shared secret alone binds. */
        public static Binding bySecret() {
            return new Binding(Mode.SECRET, true, "ai_token", Optional.empty());
        }
    }

    /**
     * How ManyChat's public API is used.
     *
     * @param apiToken the account's key; without one nothing is pushed
     * @param baseUrl where the API is, without a slash at its end
     * @param onUncertain what becomes of a push that may have arrived
     * @param callback whether answers register one
     */
    public record ManyChat(Optional<Secret> apiToken, String baseUrl, OnUncertain onUncertain, Callback callback) {

        /** No key: nothing but the answers themselves. */
        public static ManyChat none() {
            return new ManyChat(Optional.empty(), "https://api.manychat.com", OnUncertain.DROP, Callback.AUTO);
        }
    }

    /** What becomes of a push of which it is not known whether it arrived. */
    public enum OnUncertain {
        /** It is not sent again. */
        DROP,
        /** It is sent again, and may arrive twice. */
        RESEND
    }

    /** Where answers register a callback for the contact's next message. */
    public enum Callback {
        /** On Messenger, where ManyChat documents it. */
        AUTO,
        ALWAYS,
        NEVER
    }

    /**
     * How a contact is handed over. Tag and fields must exist in ManyChat.
     *
     * @param tag the tag that is removed and added, so that a rule on it fires each time
     * @param field the custom field that is set to the reason, where there is one
     * @param linkField the custom field that is set to the operator's link to the contact, where there is one
     * @param flow the flow that is sent to the contact, where there is one
     */
    public record Handoff(String tag, Optional<String> field, Optional<String> linkField, Optional<String> flow) {

        /** A tag and nothing else. */
        public static Handoff byTag(String tag) {
            return new Handoff(tag, Optional.empty(), Optional.empty(), Optional.empty());
        }
    }
}
