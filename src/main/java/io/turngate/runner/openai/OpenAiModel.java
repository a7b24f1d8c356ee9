package io.turngate.runner.openai;

import io.turngate.core.Deadline;
import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Model;
import io.turngate.runner.model.Prompt;
import io.turngate.runner.wire.ClientPerLoop;
import io.turngate.runner.wire.HttpModel;
import io.turngate.runner.wire.ModelSettings;
import io.vertx.core.Future;

/** A model behind Chat Completions: OpenAI's, or that of a compatible server. */
public final class OpenAiModel implements Model {

    /** Where OpenAI's own is. */
    public static final String DEFAULT_BASE_URL = "https://api.openai.com/v1";

    private final Model model;

    public OpenAiModel(ClientPerLoop clients, ModelSettings settings) {
        this.model = new HttpModel<>(clients, settings, new ChatWire(settings));
    }

    @Override
    public Future<Completion> complete(Prompt prompt, Deadline deadline) {
        return model.complete(prompt, deadline);
    }
}
