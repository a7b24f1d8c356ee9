package io.turngate.conversation;

import io.turngate.core.Contact;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * This gateway's part in lanes: which it holds, and which of its messages wait. Shared by all event loops; what is waited
 * for in the same process costs Redis nothing.
 */
public final class LocalLanes {

    private final ConcurrentMap<Contact, Lane> lanes = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Passage> passages = new ConcurrentHashMap<>();

    /**
     * One contact's lane, as far as this gateway takes part in it.
     *
     * @param runs the runs that it works on; more than one only while a lease is being taken over
     * @param waiters its messages that wait, in the order in which they came
     * @param sinceNanos since when it takes part
     */
    private record Lane(int runs, List<Waiter> waiters, long sinceNanos) {

        static Lane fresh() {
            return new Lane(0, List.of(), System.nanoTime());
        }

        @Nullable
        Lane orNothing() {
            return runs == 0 && waiters.isEmpty() ? null : this;
        }
    }

    /** A message is on its way. */
    void enter(Passage passage) {
        passages.put(passage.nonce(), passage);
    }

    /** A message has been answered. */
    void exit(Passage passage) {
        passages.remove(passage.nonce());
    }

    /** A message of this gateway that is on its way. */
    Optional<Passage> find(String nonce) {
        return Optional.ofNullable(passages.get(nonce));
    }

    /** This gateway works on a run of the contact. */
    void begin(Contact contact) {
        lanes.compute(contact, (key, lane) -> {
            Lane before = lane == null ? Lane.fresh() : lane;
            return new Lane(before.runs() + 1, before.waiters(), before.sinceNanos());
        });
    }

    /** A run of the contact has ended; the newest message that waits here is told. */
    void end(Contact contact) {
        Lane left = lanes.computeIfPresent(
                contact, (key, lane) -> new Lane(lane.runs() - 1, lane.waiters(), lane.sinceNanos()).orNothing());
        if (left != null && !left.waiters().isEmpty()) {
            left.waiters().get(left.waiters().size() - 1).wake();
        }
    }

    /** Whether this gateway works on a run of the contact. */
    boolean isHeldHere(Contact contact) {
        Lane lane = lanes.get(contact);
        return lane != null && lane.runs() > 0;
    }

    void join(Waiter waiter) {
        lanes.compute(waiter.contact(), (key, lane) -> {
            Lane before = lane == null ? Lane.fresh() : lane;
            List<Waiter> more = new ArrayList<>(before.waiters());
            more.add(waiter);
            return new Lane(before.runs(), List.copyOf(more), before.sinceNanos());
        });
    }

    void leave(Waiter waiter) {
        lanes.computeIfPresent(waiter.contact(), (key, lane) -> {
            List<Waiter> fewer =
                    lane.waiters().stream().filter(other -> other != waiter).toList();
            return new Lane(lane.runs(), fewer, lane.sinceNanos()).orNothing();
        });
    }

    /** The lane may be free: every message that waits here asks. */
    void wakeAll(Contact contact) {
        Lane lane = lanes.get(contact);
        if (lane != null) {
            lane.waiters().forEach(Waiter::wake);
        }
    }

    /** The lane is held elsewhere: every message that waits here looks for itself from now on, but for the one that has. */
    void wakeOthers(Waiter first) {
        Lane lane = lanes.get(first.contact());
        if (lane != null) {
            lane.waiters().stream().filter(waiter -> waiter != first).forEach(Waiter::wakeToPoll);
        }
    }

    /** Whether nothing runs or waits, with or without an open request. */
    public boolean isIdle() {
        return lanes.isEmpty();
    }

    /** Messages that wait. */
    public int waiting() {
        return lanes.values().stream().mapToInt(lane -> lane.waiters().size()).sum();
    }

    /** The contacts whose lanes this gateway has taken part in for at least as long. */
    List<Contact> longerThan(long nanos) {
        long now = System.nanoTime();
        return lanes.entrySet().stream()
                .filter(entry -> now - entry.getValue().sinceNanos() >= nanos)
                .map(Map.Entry::getKey)
                .toList();
    }
}
