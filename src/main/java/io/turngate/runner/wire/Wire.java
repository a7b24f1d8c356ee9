package io.turngate.runner.wire;

import io.turngate.config.Secret;
import io.turngate.runner.model.Completion;
import io.turngate.runner.model.ModelFailure;
import io.turngate.runner.model.Prompt;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A provider's form of requests and answers. Plain: it neither waits nor remembers.
 *
 * @param <C> what a request can go without if the server does not take it
 */
public interface Wire<C extends Enum<C>> {

    /** What follows the base URL. */
    String path();

    /** The headers of every request; the only place where the key is. */
    Map<String, String> headers(Optional<Secret> apiKey);

    /** The request, without what was conceded. */
    JsonObject request(Prompt prompt, Set<C> conceded);

    /** What a refused request could go without so that it is taken; never what was conceded already. */
    Optional<C> concession(Complaint complaint, Set<C> conceded);

    /**
     * What the model said.
     *
     * @param conceded what the request went without
     * @throws ModelFailure if the answer is not one that can be used
     */
    Completion read(JsonObject answer, Set<C> conceded);
}
