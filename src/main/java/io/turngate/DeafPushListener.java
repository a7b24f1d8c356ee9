package io.turngate;

import io.turngate.core.TenantId;
import io.turngate.manychat.api.ApiAnswer;
import io.turngate.outbox.DeadReason;
import io.turngate.outbox.PacedCall;
import io.turngate.outbox.PushListener;

/** For a command, whose process ends before anybody could ask for its metrics. */
final class DeafPushListener implements PushListener {

    @Override
    public void called(TenantId tenant, PacedCall call, ApiAnswer.Kind result) {}

    @Override
    public void deadLetter(TenantId tenant, DeadReason reason) {}

    @Override
    public void flowSkipped(TenantId tenant) {}

    @Override
    public void waiting(TenantId tenant, int contacts) {}

    @Override
    public void keyIs(TenantId tenant, boolean right) {}
}
