package io.turngate.testing;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the two providers demand of a request; stricter than they are where that finds mistakes. */
final class ModelRequestCheck {

    private static final Set<String> OPENAI_FIELDS = Set.of(
            "model", "messages", "max_tokens", "max_completion_tokens", "temperature", "response_format", "stream");
    private static final Set<String> ANTHROPIC_FIELDS = Set.of(
            "model",
            "messages",
            "max_tokens",
            "system",
            "temperature",
            "output_config",
            "tools",
            "tool_choice",
            "stream");

    private final ModelWire wire;
    private final String model;

    ModelRequestCheck(ModelWire wire, String model) {
        this.wire = wire;
        this.model = model;
    }

    /** What is wrong; empty if nothing is. */
    Optional<String> problem(JsonObject body) {
        try {
            fields(body, wire == ModelWire.OPENAI ? OPENAI_FIELDS : ANTHROPIC_FIELDS);
            require(model.equals(body.getValue("model")), "model: not found");
            messages(body.getJsonArray("messages", new JsonArray()));
            if (wire == ModelWire.OPENAI) {
                openAi(body);
            } else {
                anthropic(body);
            }
            return Optional.empty();
        } catch (Wrong wrong) {
            return Optional.of(wrong.problem);
        } catch (RuntimeException e) {
            return Optional.of("body: a field of another type");
        }
    }

    private void openAi(JsonObject body) {
        limit(body.containsKey("max_tokens") ? "max_tokens" : "max_completion_tokens", body);
        temperature(body, 2);
        JsonObject format = body.getJsonObject("response_format");
        if (format != null && "json_schema".equals(format.getString("type"))) {
            fields(format, Set.of("type", "json_schema"));
            JsonObject named = format.getJsonObject("json_schema");
            fields(named, Set.of("name", "strict", "schema"));
            require(named.getString("name").matches("[A-Za-z0-9_-]{1,64}"), "response_format: name");
            schema(named.getJsonObject("schema"));
        } else if (format != null) {
            require("json_object".equals(format.getString("type")), "response_format: type");
        }
    }

    private void anthropic(JsonObject body) {
        limit("max_tokens", body);
        temperature(body, 1);
        for (Object block : body.getJsonArray("system", new JsonArray())) {
            JsonObject text = (JsonObject) block;
            fields(text, Set.of("type", "text", "cache_control"));
            require(!text.getString("text").isBlank(), "system: text content blocks must be non-empty");
        }
        JsonObject config = body.getJsonObject("output_config");
        if (config != null) {
            fields(config, Set.of("format"));
            fields(config.getJsonObject("format"), Set.of("type", "schema"));
            schema(config.getJsonObject("format").getJsonObject("schema"));
        }
        for (Object tool : body.getJsonArray("tools", new JsonArray())) {
            fields((JsonObject) tool, Set.of("name", "description", "input_schema"));
        }
    }

    private void messages(JsonArray messages) {
        require(!messages.isEmpty(), "messages: at least one message is required");
        boolean first = true;
        String before = "";
        for (Object entry : messages) {
            JsonObject message = (JsonObject) entry;
            fields(message, Set.of("role", "content"));
            String role = message.getString("role");
            boolean system = wire == ModelWire.OPENAI && first && role.equals("system");
            require(system || Set.of("user", "assistant").contains(role), "messages: role " + role);
            require(!message.getString("content").isBlank(), "messages: text content must be non-empty");
            if (!system) {
                // OpenAI takes any order; the chat templates of compatible servers do not.
                require(!before.isEmpty() || role.equals("user"), "messages: first message must use the user role");
                require(!role.equals(before), "messages: roles must alternate");
                before = role;
            }
            first = false;
        }
        require(before.equals("user"), "messages: the last must be the user's");
    }

    /** What a decoder that is held to a schema takes: every object closed, every property required, no bounds. */
    private void schema(JsonObject schema) {
        fields(
                schema,
                Set.of(
                        "type",
                        "properties",
                        "required",
                        "additionalProperties",
                        "items",
                        "enum",
                        "anyOf",
                        "description"));
        if ("object".equals(schema.getValue("type"))) {
            JsonObject properties = schema.getJsonObject("properties");
            require(Objects.equals(schema.getValue("additionalProperties"), false), "schema: additionalProperties");
            Set<String> required = schema.getJsonArray("required").stream()
                    .map(String::valueOf)
                    .collect(Collectors.toSet());
            require(required.equals(properties.fieldNames()), "schema: required");
            properties.fieldNames().forEach(name -> schema(properties.getJsonObject(name)));
        }
        if (schema.getValue("items") instanceof JsonObject items) {
            schema(items);
        }
    }

    private static void limit(String field, JsonObject body) {
        Object limit = body.getValue(field);
        require(limit instanceof Integer number && number > 0, field + ": field required");
    }

    private static void temperature(JsonObject body, int most) {
        if (body.getValue("temperature") instanceof Number number) {
            require(number.doubleValue() >= 0 && number.doubleValue() <= most, "temperature: out of range");
        }
    }

    private static void fields(JsonObject object, Set<String> known) {
        for (String field : object.fieldNames()) {
            require(known.contains(field), field + ": Extra inputs are not permitted");
        }
    }

    private static void require(boolean condition, String problem) {
        if (!condition) {
            throw new Wrong(problem);
        }
    }

    private static final class Wrong extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final String problem;

        Wrong(String problem) {
            super(problem, null, false, false);
            this.problem = problem;
        }
    }
}
