package io.turngate.runner.anthropic;

import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Completion.Usage;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.ModelFailure.Kind;
import io.turngate.runner.wire.Tokens;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Reads a message of the model's. Thoughts and calls of tools that nobody offered are ignored. */
final class MessagesAnswer {

    private MessagesAnswer() {}

    /**
     * Fails with {@link ModelFailure} if there are no words, or words that must not be taken for the whole reply.
     *
     * @param toolOffered whether the reply was asked for as the input of a tool
     */
    static Completion read(JsonObject answer, boolean toolOffered) {
        Usage usage = usage(answer);
        requireWhole(answer.getValue("stop_reason"), usage);
        List<JsonObject> blocks = blocks(answer, usage);
        Optional<String> input = toolOffered ? replyTool(blocks) : Optional.empty();
        String text = input.orElseGet(() -> words(blocks));
        if (text.isBlank()) {
            boolean called = blocks.stream().anyMatch(block -> "tool_use".equals(block.getValue("type")));
            throw new ModelFailure(Kind.UNREADABLE, called ? "only calls of tools" : "an empty reply", usage);
        }
        return new Completion(text, usage);
    }

    private static void requireWhole(Object stopReason, Usage usage) {
        if ("refusal".equals(stopReason)) {
            throw new ModelFailure(Kind.REFUSED, "the model refused", usage);
        }
        if ("max_tokens".equals(stopReason) || "model_context_window_exceeded".equals(stopReason)) {
            throw new ModelFailure(Kind.UNREADABLE, "the reply was cut at its limit of tokens", usage);
        }
    }

    private static List<JsonObject> blocks(JsonObject answer, Usage usage) {
        if (answer.getValue("content") instanceof JsonArray content) {
            return content.stream()
                    .filter(JsonObject.class::isInstance)
                    .map(JsonObject.class::cast)
                    .toList();
        }
        throw new ModelFailure(Kind.UNREADABLE, "an answer without content", usage);
    }

    private static Optional<String> replyTool(List<JsonObject> blocks) {
        return blocks.stream()
                .filter(block -> "tool_use".equals(block.getValue("type")))
                .filter(block -> MessagesWire.TOOL.equals(block.getValue("name")))
                .map(block -> block.getValue("input"))
                .filter(JsonObject.class::isInstance)
                .map(input -> ((JsonObject) input).encode())
                .findFirst();
    }

    private static String words(List<JsonObject> blocks) {
        StringBuilder words = new StringBuilder();
        for (JsonObject block : blocks) {
            if ("text".equals(block.getValue("type")) && block.getValue("text") instanceof String text) {
                words.append(text);
            }
        }
        return words.toString();
    }

    /** What is written to the cache or read from it stands beside {@code input_tokens}, not within. */
    private static Usage usage(JsonObject answer) {
        JsonObject counts = Tokens.within(answer, "usage");
        long cached = Tokens.of(counts, "cache_read_input_tokens");
        long in = Tokens.of(counts, "input_tokens") + Tokens.of(counts, "cache_creation_input_tokens") + cached;
        return new Usage(in, cached, Tokens.of(counts, "output_tokens"));
    }
}
