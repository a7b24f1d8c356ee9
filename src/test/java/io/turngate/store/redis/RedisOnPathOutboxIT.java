package io.turngate.store.redis;

import io.turngate.testing.RedisServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tokens and delivery on the Redis of this machine. */
class RedisOnPathOutboxIT extends OutboxContract {

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @Override
    RedisServer redis() {
        return redis;
    }
}
