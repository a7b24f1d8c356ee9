package io.turngate.runner.model;

import io.turngate.core.Deadline;
import io.turngate.runner.model.Completion.Usage;
import io.turngate.runner.model.ModelFailure.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A model that is asked once more after a failure that may pass, kept away from while its provider fails, and stood in for
 * by another one. Unlike a bare {@link Model}, one call of it may be several of providers; all end by the one deadline.
 *
 * <p>With a fallback the first model may use {@value #SHARE_PERCENT} per cent of the time that is left, its retry
 * included; the fallback has the rest. Every kind of failure goes on to the fallback: another provider has another key,
 * other rules and another limit. What calls took that failed is part of what is given in the end.
 */
public final class ResilientModel implements Model {

    private static final long SHARE_PERCENT = 60;
    private static final long PERCENT = 100;
    /** Before a retry, if the provider names no time: long enough for a hiccup, different for each caller. */
    private static final int MIN_PAUSE_MILLIS = 100;

    private static final int MAX_PAUSE_MILLIS = 300;
    /** With less than this after the pause a retry would only add to the provider's load. */
    private static final long USEFUL_MILLIS = 500;

    private final Vertx vertx;
    private final Named primary;
    private final Optional<Model> fallback;
    private final ModelListener listener;
    private final ProviderBreaker breaker;

    /** A model and what it is called. */
    public record Named(ModelName name, Model model) {}

    /** @param fallback what is asked when the first model gives nothing, itself resilient or not */
    public ResilientModel(
            Vertx vertx, Named primary, Optional<Model> fallback, Resilience resilience, ModelListener listener) {
        this.vertx = vertx;
        this.primary = primary;
        this.fallback = fallback;
        this.listener = listener;
        this.breaker = new ProviderBreaker(vertx, primary.name(), resilience, listener);
    }

    @Override
    public Future<Completion> complete(Prompt prompt, Deadline deadline) {
        Deadline share =
                fallback.isPresent() ? deadline.within(deadline.remainingMillis() * SHARE_PERCENT / PERCENT) : deadline;
        return ask(prompt, share)
                .recover(failure -> askAgain(prompt, share, failure))
                .recover(failure -> fallBack(prompt, deadline, failure));
    }

    private Future<Completion> ask(Prompt prompt, Deadline deadline) {
        return breaker.guard(() -> call(prompt, deadline), deadline.remainingMillis());
    }

    private Future<Completion> call(Prompt prompt, Deadline deadline) {
        listener.asked(primary.name());
        return Future.<Void>succeededFuture()
                .compose(start -> primary.model().complete(prompt, deadline))
                .recover(failure -> failed(known(failure)))
                .map(this::answered);
    }

    private Future<Completion> failed(ModelFailure failure) {
        listener.failed(primary.name(), failure.kind());
        spent(failure.usage());
        return Future.failedFuture(failure);
    }

    private Completion answered(Completion said) {
        spent(said.usage());
        return said.by(primary.name());
    }

    private void spent(Usage usage) {
        if (!usage.equals(Usage.NONE)) {
            listener.spent(primary.name(), usage);
        }
    }

    private Future<Completion> askAgain(Prompt prompt, Deadline deadline, Throwable failure) {
        long pauseMillis = pauseMillis(failure);
        if (pauseMillis < 0 || deadline.remainingMillis() < pauseMillis + USEFUL_MILLIS) {
            return Future.failedFuture(failure);
        }
        return vertx.timer(Math.max(1, pauseMillis)).compose(waited -> after(failure, ask(prompt, deadline)));
    }

    private Future<Completion> fallBack(Prompt prompt, Deadline deadline, Throwable failure) {
        if (fallback.isEmpty() || deadline.remainingMillis() == 0) {
            return Future.failedFuture(known(failure));
        }
        listener.fellBack(primary.name());
        return after(failure, fallback.get().complete(prompt, deadline));
    }

    /** What a further call gives, with what the one took that failed before it. */
    private static Future<Completion> after(Throwable failure, Future<Completion> further) {
        Usage earlier = ModelFailure.usageOf(failure);
        return further.map(said -> said.after(earlier))
                .recover(again -> Future.failedFuture(known(again).after(earlier)));
    }

    /** How long to wait before asking again, negative if that would not help. */
    private static long pauseMillis(Throwable failure) {
        if (!(failure instanceof ModelFailure known) || !known.isPassing()) {
            return -1;
        }
        return known.retryAfter().map(wait -> wait.toMillis()).orElseGet(() ->
                (long) ThreadLocalRandom.current().nextInt(MIN_PAUSE_MILLIS, MAX_PAUSE_MILLIS + 1));
    }

    private static ModelFailure known(Throwable failure) {
        if (failure instanceof ModelFailure known) {
            return known;
        }
        String why = ProviderBreaker.keptAway(failure)
                ? "not asked: its provider has failed lately"
                : "a defect: " + failure.getClass().getName();
        return new ModelFailure(Kind.UNAVAILABLE, why);
    }
}
