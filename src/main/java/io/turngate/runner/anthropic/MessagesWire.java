package io.turngate.runner.anthropic;

import io.turngate.config.Secret;
import io.turngate.core.Role;
import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Prompt;
import io.turngate.runner.wire.Alternation;
import io.turngate.runner.wire.Complaint;
import io.turngate.runner.wire.ModelSettings;
import io.turngate.runner.wire.PlainSchema;
import io.turngate.runner.wire.Wire;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The Messages API. The reply is held to its schema by {@code output_config.format}, which goes together with models that
 * think; a tool that must be used does not. Where the format is not known, the tool is tried.
 */
final class MessagesWire implements Wire<Concession> {

    private static final String VERSION = "2023-06-01";
    private static final String FORMAT = "output_config";
    private static final String TEMPERATURE = "temperature";
    /** The name of the tool that stands in for a format. */
    static final String TOOL = "reply";

    private final ModelSettings settings;

    MessagesWire(ModelSettings settings) {
        this.settings = settings;
    }

    @Override
    public String path() {
        return "/v1/messages";
    }

    @Override
    public Map<String, String> headers(Optional<Secret> apiKey) {
        Map<String, String> headers = new HashMap<>(Map.of("anthropic-version", VERSION));
        apiKey.ifPresent(key -> headers.put("x-api-key", key.reveal()));
        return headers;
    }

    @Override
    public JsonObject request(Prompt prompt, Set<Concession> conceded) {
        JsonObject request = new JsonObject().put("model", settings.model()).put("max_tokens", settings.maxTokens());
        if (!prompt.system().isBlank()) {
            request.put("system", system(prompt));
        }
        request.put("messages", messages(prompt));
        if (!conceded.contains(Concession.TEMPERATURE)) {
            settings.temperature().ifPresent(temperature -> request.put(TEMPERATURE, temperature));
        }
        if (!conceded.contains(Concession.FORMAT)) {
            request.put(FORMAT, format(prompt));
        } else if (!conceded.contains(Concession.TOOL)) {
            request.put("tools", new JsonArray().add(tool(prompt)));
            request.put("tool_choice", new JsonObject().put("type", "tool").put("name", TOOL));
        }
        return request;
    }

    @Override
    public Optional<Concession> concession(Complaint complaint, Set<Concession> conceded) {
        return candidate(complaint, conceded).filter(candidate -> !conceded.contains(candidate));
    }

    @Override
    public Completion read(JsonObject answer, Set<Concession> conceded) {
        boolean toolOffered = conceded.contains(Concession.FORMAT) && !conceded.contains(Concession.TOOL);
        return MessagesAnswer.read(answer, toolOffered);
    }

    /** Errors of this API name no field but in their words. */
    private Optional<Concession> candidate(Complaint complaint, Set<Concession> conceded) {
        if (!conceded.contains(Concession.FORMAT)
                && (complaint.isAbout(FORMAT) || complaint.says("output format") || complaint.says("structured"))) {
            return Optional.of(Concession.FORMAT);
        }
        if (conceded.contains(Concession.FORMAT) && complaint.says("tool")) {
            return Optional.of(Concession.TOOL);
        }
        boolean warm = settings.temperature().isPresent() && complaint.isAbout(TEMPERATURE);
        return warm ? Optional.of(Concession.TEMPERATURE) : Optional.empty();
    }

    /** A block of its own, so that the provider may keep it: it is the same for every contact of a tenant. */
    private static JsonArray system(Prompt prompt) {
        return new JsonArray()
                .add(new JsonObject()
                        .put("type", "text")
                        .put("text", prompt.system())
                        .put("cache_control", new JsonObject().put("type", "ephemeral")));
    }

    private static JsonArray messages(Prompt prompt) {
        JsonArray messages = new JsonArray();
        Alternation.of(prompt.speeches())
                .forEach(speech -> messages.add(new JsonObject()
                        .put("role", speech.role() == Role.AGENT ? "assistant" : "user")
                        .put("content", speech.text())));
        return messages;
    }

    private static JsonObject format(Prompt prompt) {
        return new JsonObject()
                .put(
                        "format",
                        new JsonObject().put("type", "json_schema").put("schema", PlainSchema.of(prompt.schema())));
    }

    private static JsonObject tool(Prompt prompt) {
        return new JsonObject()
                .put("name", TOOL)
                .put("description", "Gives the reply to the contact.")
                .put("input_schema", PlainSchema.of(prompt.schema()));
    }
}
