package io.turngate.manychat;

import io.turngate.core.Channel;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** The messages of words that are pushed: split as in an answer, but as many as it takes, each sent by itself. */
public final class Bubbles {

    private Bubbles() {}

    /** The messages that say the texts; splitting these once more changes nothing. */
    public static List<String> split(List<String> texts, Channel channel) {
        return TextSplitter.whole(texts, channel);
    }

    /** One message as ManyChat's API takes it. */
    public static JsonObject content(String message, Channel channel) {
        JsonObject content = new JsonObject();
        if (channel != Channel.MESSENGER) {
            content.put("type", channel.wireName());
        }
        JsonObject bubble = new JsonObject().put("type", "text").put("text", LoneSurrogates.replaced(message));
        content.put("messages", new JsonArray().add(bubble));
        return new JsonObject().put("version", "v2").put("content", content);
    }
}
