package io.turngate.runner.wire;

import io.turngate.config.Secret;
import java.util.Optional;

/**
 * One model behind one endpoint.
 *
 * @param baseUrl what the path of the API is appended to, without a slash at its end
 * @param model the provider's name of it
 * @param apiKey absent for servers that want none
 * @param temperature as the provider understands it; absent leaves it to the provider
 * @param maxTokens the most tokens that a reply may have, at least 1; models that think count their thoughts too
 */
public record ModelSettings(
        String baseUrl, String model, Optional<Secret> apiKey, Optional<Double> temperature, int maxTokens) {

    public ModelSettings {
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens: expected at least 1");
        }
    }
}
