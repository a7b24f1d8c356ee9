package io.turngate.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerFactsTest {

    @ParameterizedTest
    @CsvSource({"6.2.7,true", "7.0.15,true", "8.0.0,true", "10.1.0,true", "6.0.16,false", "5.0.14.1,false", "x.y,false"
    })
    void sixPointTwoAndNewerAreSupported(String version, boolean isSupported) {
        ServerFacts facts =
                ServerFacts.parse("# Server\r\nredis_version:" + version + "\r\nmaxmemory_policy:noeviction\r\n");
        assertThat(facts.isSupported()).contains(isSupported);
        assertThat(facts.mayEvict()).isFalse();
    }

    @Test
    void anyPolicyButNoevictionMayEvict() {
        assertThat(ServerFacts.parse("maxmemory_policy:allkeys-lru\n").mayEvict())
                .isTrue();
    }

    @Test
    void aServerThatDoesNotSayIsUnknown() {
        ServerFacts facts = ServerFacts.parse("");
        assertThat(facts.isSupported()).isEmpty();
        assertThat(facts.mayEvict()).isFalse();
    }
}
