package io.turngate.store.redis;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** A while in which nothing is done. Unlike a future's own timeout it always ends on the event loop that began it. */
final class Pause {

    private Pause() {}

    /** @param millis at least 1 */
    static Future<Void> of(Vertx vertx, long millis) {
        Promise<Void> promise = Promise.promise();
        vertx.setTimer(millis, timer -> promise.complete());
        return promise.future();
    }
}
