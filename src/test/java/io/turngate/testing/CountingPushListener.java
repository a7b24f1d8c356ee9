package io.turngate.testing;

import io.turngate.core.TenantId;
import io.turngate.manychat.api.ApiAnswer;
import io.turngate.outbox.DeadReason;
import io.turngate.outbox.PacedCall;
import io.turngate.outbox.PushListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what happens in delivery, each event a line. */
public final class CountingPushListener implements PushListener {

    private final List<String> events = new CopyOnWriteArrayList<>();

    @Override
    public void called(TenantId tenant, PacedCall call, ApiAnswer.Kind result) {
        events.add(call.word() + " " + result);
    }

    @Override
    public void deadLetter(TenantId tenant, DeadReason reason) {
        events.add("dead " + reason.word());
    }

    @Override
    public void flowSkipped(TenantId tenant) {
        events.add("flow skipped");
    }

    @Override
    public void waiting(TenantId tenant, int contacts) {
        events.add("waiting " + contacts);
    }

    @Override
    public void keyIs(TenantId tenant, boolean right) {
        events.add("key " + right);
    }

    public List<String> events() {
        return List.copyOf(events);
    }
}
