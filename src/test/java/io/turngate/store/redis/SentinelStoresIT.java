package io.turngate.store.redis;

import io.turngate.testing.SentinelTrio;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The stores on a primary that sentinels name. */
class SentinelStoresIT {

    @Nested
    class Conversations extends StoreContract {

        @RegisterExtension
        static final SentinelTrio redis = SentinelTrio.shared();

        @Override
        SentinelTrio redis() {
            return redis;
        }
    }

    @Nested
    class Lanes extends LaneStoreContract {

        @RegisterExtension
        static final SentinelTrio redis = SentinelTrio.shared();

        @Override
        SentinelTrio redis() {
            return redis;
        }
    }

    @Nested
    class Deliveries extends OutboxContract {

        @RegisterExtension
        static final SentinelTrio redis = SentinelTrio.shared();

        @Override
        SentinelTrio redis() {
            return redis;
        }
    }
}
