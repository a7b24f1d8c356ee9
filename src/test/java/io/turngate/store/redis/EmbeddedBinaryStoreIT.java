package io.turngate.store.redis;

import io.turngate.testing.RedisServer;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The store on the 6.2 binary that the embedded Redis falls back to. */
class EmbeddedBinaryStoreIT extends OneServerStoreContract {

    @RegisterExtension
    static final RedisServer redis = RedisServer.create(RedisServer.Binary.EMBEDDED);

    @Override
    RedisServer redis() {
        return redis;
    }
}
