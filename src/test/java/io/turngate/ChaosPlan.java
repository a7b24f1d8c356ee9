package io.turngate;

import java.time.Duration;

/**
 * What a chaos run is made of. The same seed gives the same messages and faults, as far as machines are alike.
 *
 * @param seconds how long contacts write and something is killed, at least 15, so that each is killed once
 * @param seed of everything that is left to chance
 * @param contacts how many write, at most 500
 * @param perSecond about how many messages they write a second together
 */
record ChaosPlan(int seconds, long seed, int contacts, int perSecond) {

    /** At the deadline a contact is told to wait, and the answer is pushed. */
    static final Duration REPLY_DEADLINE = Duration.ofSeconds(2);

    static final Duration MODEL_ABORT = Duration.ofSeconds(4);

    /** How long a run of a gateway that died holds the lane. */
    static final Duration LEASE = REPLY_DEADLINE.plus(MODEL_ABORT);

    static final int LEAST_SECONDS = 15;
    private static final int MOST_CONTACTS = 500;

    ChaosPlan {
        if (seconds < LEAST_SECONDS || contacts < 1 || contacts > MOST_CONTACTS || perSecond < 1) {
            throw new IllegalArgumentException("a chaos run takes at least " + LEAST_SECONDS + " seconds, 1 to "
                    + MOST_CONTACTS + " contacts and a message a second");
        }
    }
}
