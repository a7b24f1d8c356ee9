package io.turngate.outbox;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before a try: doubled with each, with jitter, so that those that failed together do not return so. */
final class Backoff {

    private static final long FIRST_MILLIS = 1_000;
    private static final long LONGEST_MILLIS = 30_000;
    private static final int MOST_DOUBLINGS = 5;

    private Backoff() {}

    /**
     * From one second to thirty, half of it by chance.
     *
     * @param tries how often it failed before this time, from 0
     */
    static Duration after(int tries) {
        long whole = Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(Math.max(0, tries) + 1, MOST_DOUBLINGS));
        return Duration.ofMillis(whole / 2 + ThreadLocalRandom.current().nextLong(whole / 2 + 1));
    }
}
