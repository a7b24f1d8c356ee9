package io.turngate.runner.openai;

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
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Chat Completions as every compatible server has them: nothing is asked that only OpenAI knows, but for the schema. */
final class ChatWire implements Wire<Concession> {

    private static final String FORMAT = "response_format";
    private static final String MAX_TOKENS = "max_tokens";
    private static final String MAX_COMPLETION_TOKENS = "max_completion_tokens";
    private static final String TEMPERATURE = "temperature";

    private final ModelSettings settings;

    ChatWire(ModelSettings settings) {
        this.settings = settings;
    }

    @Override
    public String path() {
        return "/chat/completions";
    }

    @Override
    public Map<String, String> headers(Optional<Secret> apiKey) {
        return apiKey.map(key -> Map.of("Authorization", "Bearer " + key.reveal()))
                .orElseGet(Map::of);
    }

    @Override
    public JsonObject request(Prompt prompt, Set<Concession> conceded) {
        JsonObject request = new JsonObject().put("model", settings.model()).put("messages", messages(prompt));
        boolean renamed = conceded.contains(Concession.MAX_TOKENS);
        request.put(renamed ? MAX_COMPLETION_TOKENS : MAX_TOKENS, settings.maxTokens());
        if (!conceded.contains(Concession.TEMPERATURE)) {
            settings.temperature().ifPresent(temperature -> request.put(TEMPERATURE, temperature));
        }
        if (!conceded.contains(Concession.FORMAT)) {
            request.put(FORMAT, format(prompt, conceded));
        }
        return request;
    }

    @Override
    public Optional<Concession> concession(Complaint complaint, Set<Concession> conceded) {
        return candidate(complaint, conceded).filter(candidate -> !conceded.contains(candidate));
    }

    @Override
    public Completion read(JsonObject answer, Set<Concession> conceded) {
        return ChatAnswer.read(answer);
    }

    private Optional<Concession> candidate(Complaint complaint, Set<Concession> conceded) {
        if (complaint.isAbout(FORMAT) || complaint.says("json_schema")) {
            return Optional.of(conceded.contains(Concession.SCHEMA) ? Concession.FORMAT : Concession.SCHEMA);
        }
        // Not every complaint about it: a number that is too large would be so under the other name.
        boolean unknown = complaint.isAbout(MAX_TOKENS) && complaint.hasCode("unsupported_parameter");
        if (unknown || complaint.says(MAX_COMPLETION_TOKENS)) {
            return Optional.of(Concession.MAX_TOKENS);
        }
        boolean warm = settings.temperature().isPresent() && complaint.isAbout(TEMPERATURE);
        return warm ? Optional.of(Concession.TEMPERATURE) : Optional.empty();
    }

    private static JsonArray messages(Prompt prompt) {
        JsonArray messages = new JsonArray();
        if (!prompt.system().isBlank()) {
            messages.add(message("system", prompt.system()));
        }
        Alternation.of(prompt.speeches())
                .forEach(speech ->
                        messages.add(message(speech.role() == Role.AGENT ? "assistant" : "user", speech.text())));
        return messages;
    }

    private static JsonObject message(String role, String content) {
        return new JsonObject().put("role", role).put("content", content);
    }

    private static JsonObject format(Prompt prompt, Set<Concession> conceded) {
        if (conceded.contains(Concession.SCHEMA)) {
            return new JsonObject().put("type", "json_object");
        }
        JsonObject schema = new JsonObject()
                .put("name", "reply")
                .put("strict", true)
                .put("schema", PlainSchema.of(prompt.schema()));
        return new JsonObject().put("type", "json_schema").put("json_schema", schema);
    }
}
