package io.turngate.store.redis;

import io.turngate.testing.RedisServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lanes on the Redis of this machine. */
class RedisOnPathLaneIT extends LaneStoreContract {

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @Override
    RedisServer redis() {
        return redis;
    }
}
