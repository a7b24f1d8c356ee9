package io.turngate.conversation;

import io.turngate.core.Deadline;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;

/** Does again what must be done once Redis can be reached, with growing pauses. */
final class Retrying {

    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LAST_PAUSE_MILLIS = 1_000;

    private final Vertx vertx;

    Retrying(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Completes with the first attempt that succeeds, and fails with the last one that the limit leaves time for. */
    <T> Future<T> until(Duration limit, Supplier<Future<T>> attempt) {
        Promise<T> promise = Promise.promise();
        attempt(attempt, FIRST_PAUSE_MILLIS, Deadline.after(limit), promise);
        return promise.future();
    }

    private <T> void attempt(Supplier<Future<T>> work, long pauseMillis, Deadline until, Promise<T> promise) {
        work.get().onSuccess(promise::complete).onFailure(failure -> {
            if (until.remainingMillis() <= pauseMillis) {
                promise.fail(failure);
            } else {
                long next = Math.min(2 * pauseMillis, LAST_PAUSE_MILLIS);
                vertx.setTimer(pauseMillis, timer -> attempt(work, next, until, promise));
            }
        });
    }
}
