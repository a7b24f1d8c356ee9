package io.turngate.runner.model;

import io.turngate.runner.model.ModelFailure.Kind;
import io.turngate.runner.model.ModelListener.Breaker;
import io.vertx.circuitbreaker.CircuitBreaker;
import io.vertx.circuitbreaker.CircuitBreakerOptions;
import io.vertx.circuitbreaker.CircuitBreakerState;
import io.vertx.circuitbreaker.OpenCircuitException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Supplier;

/**
 * Keeps calls away from a provider that fails. It opens after failures in a row and lets one call try after a while; the
 * others wait for nothing. Shared by all event loops.
 *
 * <p>What counts is what says that the provider cannot answer anybody: unavailable, late, too many calls. A refusal or a
 * reply that cannot be read may be the doing of one contact's words, who could so take the model from all the others; it
 * also comes at once, so that asking again costs no time. Both show that the provider is there, and close a breaker that
 * tries.
 */
final class ProviderBreaker {

    private final CircuitBreaker breaker;
    private final long fairMillis;

    ProviderBreaker(Vertx vertx, ModelName name, Resilience resilience, ModelListener listener) {
        this.fairMillis = resilience.fairMillis();
        // Deadlines are the model's own, retries the caller's; nothing is published: there is no notification address.
        CircuitBreakerOptions options = new CircuitBreakerOptions()
                .setTimeout(-1)
                .setMaxRetries(0)
                .setMaxFailures(resilience.maxFailures())
                .setFailuresRollingWindow(resilience.window().toMillis())
                .setResetTimeout(resilience.openFor().toMillis());
        this.breaker = CircuitBreaker.create(name.tenant().value() + " " + name.provider(), vertx, options)
                .<Completion>failurePolicy(ProviderBreaker::counts)
                .openHandler(open -> listener.breaker(name, Breaker.OPEN))
                .halfOpenHandler(trial -> listener.breaker(name, Breaker.HALF_OPEN))
                .closeHandler(closed -> listener.breaker(name, Breaker.CLOSED));
    }

    /** Whether a failure means that the provider was not asked. */
    static boolean keptAway(Throwable failure) {
        return failure instanceof OpenCircuitException;
    }

    /** Makes the call, or fails at once with what {@link #keptAway} knows. */
    Future<Completion> guard(Supplier<Future<Completion>> call, long millisLeft) {
        if (millisLeft >= fairMillis) {
            return breaker.execute(call);
        }
        // Neither a lateness of its own making nor a try with too little time may decide about the provider.
        return breaker.state() == CircuitBreakerState.CLOSED
                ? call.get()
                : Future.failedFuture(OpenCircuitException.INSTANCE);
    }

    private static boolean counts(Future<Completion> call) {
        if (call.succeeded()) {
            return false;
        }
        boolean spared = call.cause() instanceof ModelFailure failure
                && (failure.kind() == Kind.REFUSED || failure.kind() == Kind.UNREADABLE);
        return !spared;
    }
}
