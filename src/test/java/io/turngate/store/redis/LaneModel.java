package io.turngate.store.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a lane should do, written down as plainly as possible: one run, a list of what waits, and who was told what. The
 * scripts are held against it.
 */
final class LaneModel {

    private static final int MOST_WAITING = 50;
    private static final long GRACE_MILLIS = 1_000;

    private final long leaseMillis;
    private @Nullable Run run;
    private final List<Request> waiting = new ArrayList<>();
    private final Map<String, String> answersElsewhere = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Set<String> ended = new HashSet<>();
    private final Set<Request> givenUp = new HashSet<>();
    private int fences;

    record Request(String nonce, String gateway, long untilMillis) {}

    /** @param taker the message that was given the run, if it or others waited for it */
    record Run(int fence, String gateway, @Nullable Request taker, List<Request> entries, long leaseEndsMillis) {
        List<String> nonces() {
            return entries.stream().map(Request::nonce).toList();
        }

        /** The nonce of the message that was given the run, whether it waited or not. */
        String taken() {
            return taker == null ? entries.get(0).nonce() : taker.nonce();
        }
    }

    LaneModel(long leaseMillis) {
        this.leaseMillis = leaseMillis;
    }

    /** {@code run n1 n2 …}, {@code waiting} or {@code busy}. */
    String admit(Request request, long now) {
        closeExpired(now);
        if (waiting.size() >= MOST_WAITING) {
            record(request.nonce());
            end(request.nonce());
            return "busy";
        }
        waiting.add(request);
        return run == null ? begin(request, waiting.size() > 1, now) : "waiting";
    }

    /** {@code run …}, {@code again …}, {@code running}, {@code waiting}, {@code done} or {@code lost}. */
    String take(Request request, long now) {
        if (answersElsewhere.remove(request.nonce()) != null) {
            return "done";
        }
        closeExpired(now);
        if (run != null && request.equals(run.taker())) {
            return "again " + String.join(" ", run.nonces());
        }
        if (run != null && run.nonces().contains(request.nonce())) {
            return "running";
        }
        if (!waiting.contains(request)) {
            return "lost";
        }
        Request newest = newestOpen(now);
        boolean mayTake = run == null
                && newest != null
                && (newest.equals(request) || newest.gateway().equals(request.gateway()));
        return mayTake ? begin(request, true, now) : "waiting";
    }

    /** {@code left}, {@code running}, {@code done} or {@code lost}. */
    String leave(Request request) {
        if (answersElsewhere.remove(request.nonce()) != null) {
            return "done";
        }
        if (run != null && run.nonces().contains(request.nonce())) {
            return "running";
        }
        if (waiting.remove(request)) {
            handOver(request);
            handOverGivenUp();
            return "left";
        }
        return counts.containsKey(request.nonce()) ? "left" : "lost";
    }

    /** Its gateway does not know what has become of it. A run that was given to it ends; in the lane it keeps its place. */
    void abandon(Request request) {
        if (run != null
                && request.nonce().equals(run.taken())
                && request.gateway().equals(run.gateway())) {
            run.nonces().forEach(this::end);
            run = null;
        } else if (waiting.contains(request)) {
            givenUp.add(request);
            handOverGivenUp();
        }
    }

    private void handOverGivenUp() {
        while (!waiting.isEmpty() && givenUp.contains(waiting.get(0))) {
            handOver(waiting.remove(0));
        }
    }

    private void handOver(Request request) {
        record(request.nonce());
        end(request.nonce());
    }

    /** {@code settled n}, with how many wait, or {@code fenced}. */
    String settle(Run mine) {
        if (run == null || run.fence() != mine.fence()) {
            return "fenced";
        }
        for (Request entry : run.entries()) {
            end(entry.nonce());
            if (!entry.gateway().equals(run.gateway())) {
                answersElsewhere.put(entry.nonce(), entry.nonce());
            }
        }
        run = null;
        return "settled " + waiting.size();
    }

    /** How many messages are handed over. */
    int sweep(long now) {
        int handedOver = closeExpired(now);
        if (run == null) {
            List<Request> forgotten = waiting.stream()
                    .takeWhile(request -> request.untilMillis() + GRACE_MILLIS <= now || givenUp.contains(request))
                    .toList();
            forgotten.forEach(this::handOver);
            waiting.removeAll(forgotten);
            handedOver += forgotten.size();
        }
        return handedOver;
    }

    @Nullable
    Run run() {
        return run;
    }

    boolean isFree() {
        return run == null && waiting.isEmpty();
    }

    /** The count that each recorded message got. */
    Map<String, Integer> counts() {
        return counts;
    }

    /** Messages that have been answered or handed over, each once. */
    Set<String> ended() {
        return ended;
    }

    private String begin(Request taker, boolean hasWaited, long now) {
        waiting.forEach(request -> record(request.nonce()));
        Run begun =
                new Run(++fences, taker.gateway(), hasWaited ? taker : null, List.copyOf(waiting), now + leaseMillis);
        run = begun;
        waiting.clear();
        return "run " + String.join(" ", begun.nonces());
    }

    private int closeExpired(long now) {
        if (run == null || run.leaseEndsMillis() > now) {
            return 0;
        }
        int closed = run.entries().size();
        run.nonces().forEach(this::end);
        run = null;
        return closed;
    }

    private @Nullable Request newestOpen(long now) {
        for (int i = waiting.size() - 1; i >= 0; i--) {
            Request request = waiting.get(i);
            if (request.untilMillis() > now && !givenUp.contains(request)) {
                return request;
            }
        }
        return null;
    }

    private void record(String nonce) {
        counts.put(nonce, counts.size() + 1);
    }

    private void end(String nonce) {
        if (!ended.add(nonce)) {
            throw new AssertionError(nonce + " ended twice");
        }
    }
}
