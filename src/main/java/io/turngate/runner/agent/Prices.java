package io.turngate.runner.agent;

import io.turngate.config.ModelChoice;
import io.turngate.config.RunnerSettings;
import io.turngate.config.TokenPrice;

/** What the tokens of a tenant's runner cost. */
final class Prices {

    private Prices() {}

    /** With a fallback the dearer of both, since an answer does not say whose it is. */
    static TokenPrice of(RunnerSettings runner) {
        TokenPrice price = of(runner.model().orElseThrow());
        return runner.fallback().map(Prices::of).map(price::dearer).orElse(price);
    }

    private static TokenPrice of(ModelChoice choice) {
        return choice.price().orElse(TokenPrice.UNKNOWN);
    }
}
