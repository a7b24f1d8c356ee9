package io.turngate.store.redis;

import io.vertx.core.Future;
import java.util.Optional;

/** Knows where the one primary is. */
interface PrimaryFinder {

    /**
     * Begins to look.
     *
     * @param moved told when it is found to be elsewhere
     * @return completes when it was found, fails with the reason if it was not, which is not the end of it
     */
    Future<Void> open(Runnable moved);

    /** Where it is; empty if that was never known. */
    Optional<RedisAddress> find();

    /** It cannot be reached: it may be elsewhere soon. */
    void lost();

    Future<Void> close();

    /** One that stays where it is. */
    static PrimaryFinder at(RedisAddress address) {
        return new PrimaryFinder() {
            @Override
            public Future<Void> open(Runnable moved) {
                return Future.succeededFuture();
            }

            @Override
            public Optional<RedisAddress> find() {
                return Optional.of(address);
            }

            @Override
            public void lost() {}

            @Override
            public Future<Void> close() {
                return Future.succeededFuture();
            }
        };
    }
}
