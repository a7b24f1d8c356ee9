package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.testing.RedisMonitor;
import io.turngate.testing.RedisServer;
import org.junit.jupiter.api.Test;

/** The store on one server, which is asked nothing else. */
abstract class OneServerStoreContract extends StoreContract {

    @Override
    abstract RedisServer redis();

    @Test
    void aMessageCostsTwoRoundTrips() {
        chat.say("so that scripts are loaded and the contact is known");
        try (RedisMonitor monitor = redis().monitor()) {
            chat.say("hello");
            assertThat(monitor.clientLines())
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line).containsIgnoringCase("\"EVALSHA\""));
        }
    }
}
