package io.turngate.manychat;

import io.turngate.config.Secret;
import io.turngate.core.Channel;
import io.turngate.core.ContactId;
import io.vertx.core.json.JsonObject;
import java.util.OptionalLong;

/**
 * ManyChat's {@code external_message_callback}: what it posts, once, when the contact writes next. The words of the
 * payload are placeholders that ManyChat fills in then.
 *
 * @param url where to, https
 * @param secret what the caller presents there
 * @param contactId who
 * @param channel where they write
 * @param tokenFieldId the id of the custom field that holds the contact's token; without one no token comes along
 */
public record Callback(String url, Secret secret, ContactId contactId, Channel channel, OptionalLong tokenFieldId) {

    /** The longest that ManyChat keeps one. */
    private static final int TIMEOUT_SECONDS = 86_400;

    JsonObject toJson() {
        JsonObject payload =
                new JsonObject().put("subscriber_id", contactId.value()).put("text", "{{last_input_text}}");
        tokenFieldId.ifPresent(id -> payload.put("ai_token", "{{cuf_" + id + "}}"));
        return new JsonObject()
                .put("url", url)
                .put("method", "post")
                .put(
                        "headers",
                        new JsonObject()
                                .put("Authorization", "Bearer " + secret.reveal())
                                .put("Content-Type", "application/json"))
                .put("payload", payload.put("channel", channel.wireName()))
                .put("timeout", TIMEOUT_SECONDS);
    }
}
