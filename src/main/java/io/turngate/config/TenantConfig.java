package io.turngate.config;

import io.turngate.core.Channel;
import io.turngate.core.TenantId;
import io.turngate.rules.Rules;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * One tenant's folder, valid and with its defaults filled in.
 *
 * @param id the folder's name
 * @param version hash of all its files: equal versions are equal configurations
 * @param secrets one or two; the second is the retiring one
 * @param channel for payloads that do not say theirs
 * @param handoff how a contact is handed over
 * @param runner what produces replies
 * @param newContactsPerMinute contacts seen for the first time before further ones are shed
 * @param messagesPerMinute the tenant's budget of messages
 * @param rules rules.json
 * @param prompt prompt.md, the agent's instructions; empty where the runner needs none
 * @param answers answers.json, for the scripted runner
 */
public record TenantConfig(
        TenantId id,
        String version,
        List<Secret> secrets,
        Channel channel,
        Handoff handoff,
        RunnerSettings runner,
        int newContactsPerMinute,
        int messagesPerMinute,
        Rules rules,
        Optional<String> prompt,
        Optional<JsonObject> answers) {

    /**
     * How a contact is handed over.
     *
     * @param tag the tag that is added; it must exist in ManyChat
     * @param field the custom field that is set to the reason, where there is one
     */
    public record Handoff(String tag, Optional<String> field) {}

    /**
     * What produces replies.
     *
     * @param provider {@code scripted}
     */
    public record RunnerSettings(String provider) {}
}
