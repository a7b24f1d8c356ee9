package io.turngate.manychat;

import io.turngate.conversation.Answer;
import io.turngate.core.Channel;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

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

    /**
     * The block: at most ten messages, the hand-over's actions if the answer is escalated, bound or not, and the callback
     * of the terms. What does not fit is the rest of the {@link Rendered}, or, if nobody can push it, cut.
     */
    public Rendered render(Answer answer, BlockTerms terms) {
        List<String> texts = texts(answer, terms);
        int fitting = Math.min(texts.size(), TextSplitter.MAX_MESSAGES);
        JsonObject content = new JsonObject();
        if (terms.channel() != Channel.MESSENGER) {
            content.put("type", terms.channel().wireName());
        }
        content.put("messages", messages(texts.subList(0, fitting)));
        if (answer.escalated()) {
            content.put("actions", HandoffActions.of(terms.handoff(), answer.reason(), terms.liveChatUrl()));
        }
        terms.callback().ifPresent(callback -> content.put("external_message_callback", callback.toJson()));
        JsonObject block = new JsonObject().put("version", "v2").put("content", content);
        return new Rendered(Buffer.buffer(block.encode()), texts.subList(fitting, texts.size()));
    }

    private List<String> texts(Answer answer, BlockTerms terms) {
        List<String> said =
                answer.texts().stream().map(LoneSurrogates::replaced).toList();
        if (terms.canPushRest()) {
            return TextSplitter.whole(said, terms.channel());
        }
        TextSplitter.Split split = TextSplitter.split(said, terms.channel());
        if (split.cut()) {
            onCut.run();
        }
        return split.messages();
    }

    private static JsonArray messages(List<String> texts) {
        JsonArray messages = new JsonArray();
        texts.forEach(text -> messages.add(new JsonObject().put("type", "text").put("text", text)));
        return messages;
    }
}
