package io.turngate.emulator;

import java.util.Set;

/** The names of this machine to itself. Not resolved: a name server may say anything. */
final class Loopback {

    private static final Set<String> NAMES = Set.of("127.0.0.1", "::1", "[::1]", "localhost");

    private Loopback() {}

    static boolean isName(String host) {
        return NAMES.contains(host);
    }
}
