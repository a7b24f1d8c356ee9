package io.turngate.config;

import java.util.Optional;

/**
 * What produces replies.
 *
 * @param provider which kind of runner
 * @param model the language model, for every provider but the scripted one
 * @param fallback what is asked when that model gives nothing
 */
public record RunnerSettings(String provider, Optional<ModelChoice> model, Optional<ModelChoice> fallback) {

    /** A runner without a model. */
    public RunnerSettings(String provider) {
        this(provider, Optional.empty(), Optional.empty());
    }
}
