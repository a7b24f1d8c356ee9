package io.turngate.store.redis;

import io.turngate.core.Contact;

/**
 * Where keys of contacts begin.
 *
 * @param start what stands before the hash tag
 */
record KeySpace(String start) {

    /** That of real contacts. */
    static final KeySpace REAL = new KeySpace("tg:");

    /** That of one run of evals, which shares no name with real contacts or with another run. */
    static KeySpace ofEvals(String run) {
        return new KeySpace("tg-eval:" + run + ":");
    }

    Keys keysOf(Contact contact) {
        return Keys.of(this, contact);
    }
}
