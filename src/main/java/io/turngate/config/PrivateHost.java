package io.turngate.config;

import java.util.List;
import java.util.Locale;

/**
 * Hosts that are not reached over the open internet, told from their names alone: no look-up is made. This machine, private
 * and unique local addresses, names without a dot (of containers and of the local network), and the endings that are kept
 * for private use.
 */
final class PrivateHost {

    private static final List<String> ADDRESSES =
            List.of("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7");
    private static final List<AddressBlock> BLOCKS = ADDRESSES.stream()
            .map(block -> AddressBlock.parse(block).orElseThrow())
            .toList();
    private static final List<String> ENDINGS = List.of(".localhost", ".local", ".internal", ".home.arpa", ".svc");

    private PrivateHost() {}

    /** @param host as a URL has it, an IPv6 address in brackets */
    static boolean is(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        String address = name.startsWith("[") ? name.substring(1, name.length() - 1) : name;
        return AddressBlock.parse(address)
                .map(single -> BLOCKS.stream().anyMatch(block -> block.contains(single.network())))
                .orElseGet(() -> name.indexOf('.') < 0 && name.indexOf('[') < 0
                        || ENDINGS.stream().anyMatch(name::endsWith));
    }
}
