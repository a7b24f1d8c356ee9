package io.turngate.config;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Runs one asynchronous step on a Vert.x of its own and waits for it. */
final class TestVertx {

    private TestVertx() {}

    static <T> T resultOf(Function<Vertx, Future<T>> step) throws Exception {
        Vertx vertx = Vertx.vertx();
        try {
            return wait(step.apply(vertx));
        } finally {
            wait(vertx.close());
        }
    }

    static <T> Throwable failureOf(Function<Vertx, Future<T>> step) {
        try {
            throw new AssertionError("did not fail but gave " + resultOf(step));
        } catch (ExecutionException e) {
            return Objects.requireNonNull(e.getCause());
        } catch (Exception e) {
            return e;
        }
    }

    private static <T> T wait(Future<T> future) throws InterruptedException, ExecutionException, TimeoutException {
        return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
