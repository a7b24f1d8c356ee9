package io.turngate.store.redis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** What each of the sentinels said last, and what more than half of all of them agree on. */
final class Majority {

    private final List<Optional<RedisAddress>> said;

    /** @param sentinels how many there are, also of those that are away */
    Majority(int sentinels) {
        this.said = new ArrayList<>(Collections.nCopies(sentinels, Optional.empty()));
    }

    /**
     * Takes what a sentinel said.
     *
     * @param sentinel its number, from 0
     * @param address empty if it did not answer, or does not know
     */
    void heard(int sentinel, Optional<RedisAddress> address) {
        said.set(sentinel, address);
    }

    /** What more than half of them say now. */
    Optional<RedisAddress> agreed() {
        return said.stream()
                .flatMap(Optional::stream)
                .filter(address -> 2 * Collections.frequency(said, Optional.of(address)) > said.size())
                .findFirst();
    }
}
