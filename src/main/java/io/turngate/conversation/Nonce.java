package io.turngate.conversation;

import java.util.concurrent.ThreadLocalRandom;

/** Names that tell attempts apart: unique within a contact, not secret. */
final class Nonce {

    private static final int RADIX = 36;

    private Nonce() {}

    static String next() {
        return Long.toString(ThreadLocalRandom.current().nextLong() & Long.MAX_VALUE, RADIX);
    }
}
