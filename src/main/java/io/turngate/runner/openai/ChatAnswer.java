package io.turngate.runner.openai;

import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Completion.Usage;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelFailure.Kind;
import io.turngate.runner.wire.Tokens;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Reads a chat completion. Only the first choice counts, and only words: calls of tools that nobody offered are ignored. */
final class ChatAnswer {

    private ChatAnswer() {}

    /** Fails with {@link ModelFailure} if there are no words, or words that must not be taken for the whole reply. */
    static Completion read(JsonObject answer) {
        Usage usage = usage(answer);
        JsonObject choice = firstChoice(answer, usage);
        JsonObject message = Tokens.within(choice, "message");
        Object finish = choice.getValue("finish_reason");
        if (message.getValue("refusal") instanceof String refusal && !refusal.isBlank()) {
            throw new ModelFailure(Kind.REFUSED, "the model refused", usage);
        }
        if ("content_filter".equals(finish)) {
            throw new ModelFailure(Kind.REFUSED, "the provider's filter cut the reply", usage);
        }
        if ("length".equals(finish)) {
            throw new ModelFailure(Kind.UNREADABLE, "the reply was cut at its limit of tokens", usage);
        }
        String text = text(message.getValue("content"), usage);
        if (text.isBlank()) {
            boolean called = message.getValue("tool_calls") != null;
            throw new ModelFailure(Kind.UNREADABLE, called ? "only calls of tools" : "an empty reply", usage);
        }
        return new Completion(text, usage);
    }

    private static JsonObject firstChoice(JsonObject answer, Usage usage) {
        if (answer.getValue("choices") instanceof JsonArray choices
                && !choices.isEmpty()
                && choices.getValue(0) instanceof JsonObject choice) {
            return choice;
        }
        throw new ModelFailure(Kind.UNREADABLE, "an answer without a choice", usage);
    }

    private static String text(Object content, Usage usage) {
        if (content instanceof String text) {
            return text;
        }
        StringBuilder joined = new StringBuilder();
        if (content instanceof JsonArray parts) {
            for (Object part : parts) {
                if (part instanceof JsonObject object) {
                    joined.append(text(object, usage));
                }
            }
        }
        return joined.toString();
    }

    private static String text(JsonObject part, Usage usage) {
        if ("refusal".equals(part.getValue("type"))) {
            throw new ModelFailure(Kind.REFUSED, "the model refused", usage);
        }
        boolean said = part.getValue("type") == null || "text".equals(part.getValue("type"));
        return said && part.getValue("text") instanceof String text ? text : "";
    }

    private static Usage usage(JsonObject answer) {
        JsonObject counts = Tokens.within(answer, "usage");
        JsonObject details = Tokens.within(counts, "prompt_tokens_details");
        return new Usage(
                Tokens.of(counts, "prompt_tokens"),
                Tokens.of(details, "cached_tokens"),
                Tokens.of(counts, "completion_tokens"));
    }
}
