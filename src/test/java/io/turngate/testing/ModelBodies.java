package io.turngate.testing;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Bodies as the two providers write them. */
final class ModelBodies {

    private ModelBodies() {}

    static String text(ModelWire wire, String words) {
        return stopped(wire, wire == ModelWire.OPENAI ? "stop" : "end_turn", words);
    }

    static String stopped(ModelWire wire, String reason, String words) {
        if (wire == ModelWire.OPENAI) {
            return choice(message().put("content", words), reason);
        }
        return content(new JsonArray().add(textBlock(words)), reason);
    }

    static String parts(ModelWire wire, List<String> words) {
        JsonArray parts =
                new JsonArray().add(new JsonObject().put("type", "thinking").put("thinking", "hm"));
        words.forEach(text -> parts.add(textBlock(text))
                .add(new JsonObject().put("type", "new").put("text", "no")));
        return wire == ModelWire.OPENAI ? choice(message().put("content", parts), "stop") : content(parts, "end_turn");
    }

    static String refusal(ModelWire wire) {
        if (wire == ModelWire.OPENAI) {
            return choice(message().put("content", null).put("refusal", "I cannot help with that."), "stop");
        }
        return content(new JsonArray(), "refusal");
    }

    static String toolCall(ModelWire wire, String tool, String words) {
        if (wire == ModelWire.OPENAI) {
            JsonObject function = new JsonObject().put("name", tool).put("arguments", "{}");
            JsonObject call =
                    new JsonObject().put("id", "call_1").put("type", "function").put("function", function);
            JsonObject message = message().put("content", words.isEmpty() ? null : words);
            return choice(message.put("tool_calls", new JsonArray().add(call)), "tool_calls");
        }
        JsonArray blocks = words.isEmpty() ? new JsonArray() : new JsonArray().add(textBlock(words));
        return content(blocks.add(toolUse(tool, new JsonObject())), "tool_use");
    }

    /** Words as the input of a tool that was asked for; only of Anthropic's wire. */
    static String toolInput(String tool, JsonObject input) {
        return content(new JsonArray().add(toolUse(tool, input)), "tool_use");
    }

    static String nothing(ModelWire wire) {
        if (wire == ModelWire.OPENAI) {
            return completion().put("choices", new JsonArray()).encode();
        }
        return content(new JsonArray(), "end_turn");
    }

    /** An error; both providers' form, OpenAI's with the field that it is about. */
    static JsonObject error(String type, String message, String param) {
        JsonObject error = new JsonObject().put("type", type).put("message", message);
        if (!param.isEmpty()) {
            error.put("param", param);
        }
        return new JsonObject().put("type", "error").put("error", error);
    }

    private static JsonObject message() {
        return new JsonObject().put("role", "assistant").put("refusal", null);
    }

    private static String choice(JsonObject message, String reason) {
        JsonObject choice = new JsonObject()
                .put("index", 0)
                .put("message", message)
                .put("logprobs", null)
                .put("finish_reason", reason);
        return completion().put("choices", new JsonArray().add(choice)).encode();
    }

    private static JsonObject completion() {
        JsonObject usage = new JsonObject()
                .put("prompt_tokens", 100)
                .put("completion_tokens", 20)
                .put("total_tokens", 120)
                .put("prompt_tokens_details", new JsonObject().put("cached_tokens", 64));
        return new JsonObject()
                .put("id", "chatcmpl-1")
                .put("object", "chat.completion")
                .put("model", "test-model")
                .put("usage", usage);
    }

    private static JsonObject textBlock(String words) {
        return new JsonObject().put("type", "text").put("text", words);
    }

    private static JsonObject toolUse(String tool, JsonObject input) {
        return new JsonObject()
                .put("type", "tool_use")
                .put("id", "toolu_1")
                .put("name", tool)
                .put("input", input);
    }

    private static String content(JsonArray blocks, String reason) {
        JsonObject usage = new JsonObject()
                .put("input_tokens", 26)
                .put("cache_creation_input_tokens", 10)
                .put("cache_read_input_tokens", 64)
                .put("output_tokens", 20);
        return new JsonObject()
                .put("id", "msg_1")
                .put("type", "message")
                .put("role", "assistant")
                .put("model", "test-model")
                .put("content", blocks)
                .put("stop_reason", reason)
                .put("stop_sequence", null)
                .put("usage", usage)
                .encode();
    }
}
