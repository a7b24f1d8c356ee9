package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.TenantId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeysTest {

    @ParameterizedTest
    @CsvSource({
        "1234567, tg:{demo:1234567}:turns",
        "A_b-9, tg:{demo:A_b-9}:turns",
        "a}b, tg:{demo:a%7Db}:turns",
        "a:b, tg:{demo:a%3Ab}:turns",
        "100%, tg:{demo:100%25}:turns",
        "é*, tg:{demo:%C3%A9%2A}:turns"
    })
    void everythingButPlainCharactersIsPercentEncoded(String id, String key) {
        assertThat(Keys.of(new Contact(new TenantId("demo"), new ContactId(id))).turns())
                .isEqualTo(key);
    }
}
