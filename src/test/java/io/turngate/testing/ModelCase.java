package io.turngate.testing;

import io.turngate.core.Deadline;
import io.turngate.runner.anthropic.AnthropicModel;
import io.turngate.runner.model.Completion;
import io.turngate.runner.model.Model;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.openai.OpenAiModel;
import io.turngate.runner.wire.ClientPerLoop;
import io.turngate.runner.wire.ModelSettings;
import io.vertx.core.Vertx;
import java.time.Duration;

/** Models of both wires in front of one {@link ModelServer}. */
public final class ModelCase {

    public final Vertx vertx = Vertx.vertx();
    public final ModelServer server = Awaiting.result(ModelServer.start(vertx));
    public final ClientPerLoop clients = new ClientPerLoop(vertx);

    public Model model(ModelWire wire) {
        return model(wire, server.settings(wire));
    }

    public Model model(ModelWire wire, ModelSettings settings) {
        return wire == ModelWire.OPENAI ? new OpenAiModel(clients, settings) : new AnthropicModel(clients, settings);
    }

    /** Asks with ten seconds. */
    public static Completion ask(Model model, String... speeches) {
        return Awaiting.result(model.complete(TestPrompt.of(speeches), Deadline.after(Duration.ofSeconds(10))));
    }

    /** Asks with so many milliseconds, for a failure; an error if there is none. */
    public static ModelFailure fail(Model model, long millis) {
        try {
            Completion completion = Awaiting.result(
                    model.complete(TestPrompt.of("c:What is it?"), Deadline.after(Duration.ofMillis(millis))));
            throw new AssertionError("expected a failure, got " + completion.text());
        } catch (ModelFailure failure) {
            return failure;
        }
    }

    public void close() {
        Awaiting.result(clients.close().eventually(vertx::close));
    }
}
