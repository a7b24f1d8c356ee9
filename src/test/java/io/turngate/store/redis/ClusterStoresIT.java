package io.turngate.store.redis;

import io.turngate.testing.RedisCluster;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The stores on a Cluster. */
class ClusterStoresIT {

    @Nested
    class Conversations extends StoreContract {

        @RegisterExtension
        static final RedisCluster redis = RedisCluster.shared();

        @Override
        RedisCluster redis() {
            return redis;
        }
    }

    @Nested
    class Lanes extends LaneStoreContract {

        @RegisterExtension
        static final RedisCluster redis = RedisCluster.shared();

        @Override
        RedisCluster redis() {
            return redis;
        }
    }

    @Nested
    class Deliveries extends OutboxContract {

        @RegisterExtension
        static final RedisCluster redis = RedisCluster.shared();

        @Override
        RedisCluster redis() {
            return redis;
        }
    }
}
