package io.turngate.runner.anthropic;

import io.turngate.core.Deadline;
import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Model;
import io.turngate.runner.model.Prompt;
import io.turngate.runner.wire.ClientPerLoop;
import io.turngate.runner.wire.HttpModel;
import io.turngate.runner.wire.ModelSettings;
import io.vertx.core.Future;

/** A model behind Anthropic's Messages API, or a server that is compatible with it. */
public final class AnthropicModel implements Model {

    /** Where Anthropic's own is. */
    public static final String DEFAULT_BASE_URL = "https://api.anthropic.com";

    private final Model model;

    public AnthropicModel(ClientPerLoop clients, ModelSettings settings) {
        this.model = new HttpModel<>(clients, settings, new MessagesWire(settings));
    }

    @Override
    public Future<Completion> complete(Prompt prompt, Deadline deadline) {
        return model.complete(prompt, deadline);
    }
}
