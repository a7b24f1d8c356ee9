package io.turngate.config;

import java.util.Optional;

/**
 * One language model.
 *
 * @param provider the wire that it is reached by
 * @param model the provider's name of it
 * @param apiKey empty for servers that want none
 * @param baseUrl where it is, without a slash at its end; empty for the provider's own
 * @param temperature 0 to 2; empty leaves it to the provider
 * @param maxTokens the most tokens of one reply, at least 1
 * @param price what it costs, where that is written down
 */
public record ModelChoice(
        String provider,
        String model,
        Optional<Secret> apiKey,
        Optional<String> baseUrl,
        Optional<Double> temperature,
        int maxTokens,
        Optional<TokenPrice> price) {}
