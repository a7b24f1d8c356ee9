package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashSlotTest {

    @Test
    void theChecksumIsTheOneOfTheClusterSpecification() {
        assertThat(HashSlot.crc16("123456789".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo(0x31C3);
        assertThat(HashSlot.crc16(new byte[0])).isZero();
    }

    /** As {@code CLUSTER KEYSLOT} says. */
    @ParameterizedTest
    @CsvSource({
        "foo, 12182",
        "bar, 5061",
        "hello, 866",
        "123456789, 12739",
        "{user1000}.following, 3443",
        "{user1000}.followers, 3443",
        "user1000, 3443",
        "foo{}{bar}, 8363",
        "foo{{bar}}zap, 4015",
        "foo{bar}{zap}, 5061",
        "a}b{foo}, 12182"
    })
    void onlyTheFirstTagThatHoldsSomethingCounts(String key, int slot) {
        assertThat(HashSlot.of(key)).isEqualTo(slot);
    }

    @Test
    void aTagThatIsNotAsciiIsCountedByItsBytes() {
        assertThat(HashSlot.of("x{gr\u00fc\u00dfe}"))
                .isEqualTo(HashSlot.crc16("gr\u00fc\u00dfe".getBytes(StandardCharsets.UTF_8)) % HashSlot.COUNT);
    }

    @Test
    void allKeysOfAContactLieInOneSlotAndSoDoesTheirMarker() {
        Keys keys = Keys.of(new Contact(new TenantId("school"), new ContactId("grüße {x} 7")));
        assertThat(keys.fixed().stream().map(HashSlot::of).collect(Collectors.toSet()))
                .hasSize(1)
                .contains(HashSlot.of(keys.duplicate("print")), HashSlot.of(Keys.marker(keys.turns())));
    }
}
