package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressBlockTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.255.255, true",
        "10.0.0.0/8, 11.0.0.0, false",
        "10.1.2.3/8, 10.9.9.9, true",
        "192.0.2.7, 192.0.2.7, true",
        "192.0.2.7, 192.0.2.8, false",
        "0.0.0.0/0, 203.0.113.1, true",
        "0.0.0.0/0, 2001:db8::1, false",
        "2001:db8::/32, 2001:db8:ffff::1, true",
        "2001:db8::/32, 2001:db9::1, false",
        "::1, ::1, true"
    })
    void containsItsAddresses(String block, String address, boolean inside) throws Exception {
        assertThat(AddressBlock.parse(block).orElseThrow().contains(InetAddress.getByName(address)))
                .isEqualTo(inside);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "10.0.0",
                "10",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "2001:db8::/129",
                "[::1]",
                "fe80::1%eth0",
                "::ffff:192.0.2.7",
                "10.0.0.256",
                " 10.0.0.1",
                "a:b",
                ":"
            })
    void refusesWhatIsNoAddress(String text) {
        assertThat(AddressBlock.parse(text)).isEmpty();
    }
}
