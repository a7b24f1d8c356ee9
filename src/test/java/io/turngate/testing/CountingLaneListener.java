package io.turngate.testing;

import io.turngate.conversation.LaneListener;
import io.turngate.conversation.TenantLimits.Shed;
import io.turngate.core.TenantId;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what happens in lanes. */
public final class CountingLaneListener implements LaneListener {

    private final Queue<Shed> shed = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waited = new AtomicInteger();
    private final AtomicInteger replayed = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger takenOver = new AtomicInteger();

    @Override
    public void shed(TenantId tenant, Shed cause) {
        shed.add(cause);
    }

    @Override
    public void waited() {
        waited.incrementAndGet();
    }

    @Override
    public void duplicate(DuplicateKind kind) {
        (kind == DuplicateKind.REPLAYED ? replayed : inFlight).incrementAndGet();
    }

    @Override
    public void takenOver(int messages) {
        takenOver.addAndGet(messages);
    }

    /** Why messages were shed, in order. */
    public List<Shed> shedCauses() {
        return List.copyOf(shed);
    }

    public int waitedCount() {
        return waited.get();
    }

    public int replayedCount() {
        return replayed.get();
    }

    public int inFlightCount() {
        return inFlight.get();
    }

    public int takenOverCount() {
        return takenOver.get();
    }
}
