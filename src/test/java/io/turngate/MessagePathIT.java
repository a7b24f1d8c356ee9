package io.turngate;

import io.turngate.testing.RedisCluster;
import io.turngate.testing.RedisServer;
import io.turngate.testing.SentinelTrio;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The way of a message on each form of Redis. */
class MessagePathIT {

    @Nested
    class OneServer extends MessagePathContract {

        @RegisterExtension
        static final RedisServer redis = RedisServer.create();

        @Override
        RedisServer redis() {
            return redis;
        }
    }

    @Nested
    class Sentinels extends MessagePathContract {

        @RegisterExtension
        static final SentinelTrio redis = SentinelTrio.shared();

        @Override
        SentinelTrio redis() {
            return redis;
        }
    }

    @Nested
    class Cluster extends MessagePathContract {

        @RegisterExtension
        static final RedisCluster redis = RedisCluster.shared();

        @Override
        RedisCluster redis() {
            return redis;
        }
    }
}
