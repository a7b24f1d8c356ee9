package io.turngate.store.redis;

import io.turngate.testing.RedisServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The store on the Redis of this machine. */
class RedisOnPathStoreIT extends OneServerStoreContract {

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @Override
    RedisServer redis() {
        return redis;
    }
}
