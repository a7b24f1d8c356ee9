package io.turngate.reload;

import io.turngate.core.TenantId;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs one reload at a time; whatever is asked for during one is united into exactly one more after it. Confined to one
 * event loop.
 */
final class ReloadQueue {

    private final Function<ReloadScope, Future<Map<TenantId, ReloadResult>>> run;
    private boolean busy;
    private @Nullable Waiting next;

    /** What is asked for during a run, and everybody who asked. */
    private record Waiting(ReloadScope scope, Promise<Map<TenantId, ReloadResult>> answer) {}

    ReloadQueue(Function<ReloadScope, Future<Map<TenantId, ReloadResult>>> run) {
        this.run = run;
    }

    boolean isBusy() {
        return busy;
    }

    /** Starts the reload now, or after the one that runs; the answer may hold more tenants than were asked for. */
    Future<Map<TenantId, ReloadResult>> submit(ReloadScope scope) {
        if (!busy) {
            return start(scope);
        }
        Waiting waiting = next;
        next = waiting == null
                ? new Waiting(scope, Promise.promise())
                : new Waiting(waiting.scope().with(scope), waiting.answer());
        return next.answer().future();
    }

    private Future<Map<TenantId, ReloadResult>> start(ReloadScope scope) {
        busy = true;
        return run.apply(scope).andThen(result -> {
            busy = false;
            Waiting waiting = next;
            next = null;
            if (waiting != null) {
                start(waiting.scope()).onComplete(waiting.answer());
            }
        });
    }
}
