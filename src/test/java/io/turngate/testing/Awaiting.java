package io.turngate.testing;

import io.vertx.core.Future;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Waits for futures on a test's own thread. */
public final class Awaiting {

    private static final int LIMIT_SECONDS = 20;

    private Awaiting() {}

    /** The result; fails with the future's own failure if that is unchecked, and after 20 seconds. */
    public static <T> T result(Future<T> future) {
        try {
            return future.toCompletionStage()
                    .toCompletableFuture()
                    .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }
}
