package io.turngate.manychat;

import io.turngate.config.TenantConfig;
import io.turngate.conversation.Answer;
import io.turngate.core.Channel;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/**
 * Renders answers as Dynamic Block v2. Keys with nothing to say are left out: some channels drop a whole answer for an
 * empty list. Only {@code messages} is always there; empty, it is silence.
 */
public final class BlockRenderer {

    private final Runnable onCut;

    /** @param onCut called for each answer that does not fit into ten messages and loses its end */
    public BlockRenderer(Runnable onCut) {
        this.onCut = onCut;
    }

    /** The block's bytes: at most ten messages, and the hand-over's actions if the answer is escalated. */
    public Buffer render(Answer answer, Channel channel, TenantConfig.Handoff handoff) {
        JsonObject content = new JsonObject();
        if (channel != Channel.MESSENGER) {
            content.put("type", channel.wireName());
        }
        content.put("messages", messages(answer, channel));
        if (answer.escalated()) {
            content.put("actions", actions(answer, handoff));
        }
        return Buffer.buffer(
                new JsonObject().put("version", "v2").put("content", content).encode());
    }

    private JsonArray messages(Answer answer, Channel channel) {
        TextSplitter.Split split = TextSplitter.split(answer.texts(), channel);
        if (split.cut()) {
            onCut.run();
        }
        JsonArray messages = new JsonArray();
        for (String text : split.messages()) {
            messages.add(new JsonObject().put("type", "text").put("text", LoneSurrogates.replaced(text)));
        }
        return messages;
    }

    private static JsonArray actions(Answer answer, TenantConfig.Handoff handoff) {
        JsonArray actions =
                new JsonArray().add(new JsonObject().put("action", "add_tag").put("tag_name", handoff.tag()));
        answer.reason()
                .ifPresent(reason -> handoff.field()
                        .ifPresent(field -> actions.add(new JsonObject()
                                .put("action", "set_field_value")
                                .put("field_name", field)
                                .put("value", reason.wireName()))));
        return actions;
    }
}
