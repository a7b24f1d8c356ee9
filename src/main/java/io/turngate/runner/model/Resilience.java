package io.turngate.runner.model;

import java.time.Duration;

/**
 * How much is tried with a provider.
 *
 * @param maxFailures failures without a success between them that open the breaker, at least 1
 * @param window how long a failure counts, whole seconds
 * @param openFor how long an open breaker keeps calls away before one may try
 * @param fairMillis a call with less time than this says nothing about the provider and is kept from its breaker
 */
public record Resilience(int maxFailures, Duration window, Duration openFor, long fairMillis) {

    /** Five failures in two minutes; a try after fifteen seconds. */
    public static final Resilience DEFAULT = new Resilience(5, Duration.ofMinutes(2), Duration.ofSeconds(15), 1_000);
}
