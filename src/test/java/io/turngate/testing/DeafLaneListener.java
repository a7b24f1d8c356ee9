package io.turngate.testing;

import io.turngate.conversation.LaneListener;
import io.turngate.conversation.TenantLimits.Shed;
import io.turngate.core.TenantId;

/** For tests that do not look at what happens in lanes. */
public class DeafLaneListener implements LaneListener {

    @Override
    public void shed(TenantId tenant, Shed cause) {}

    @Override
    public void waited() {}

    @Override
    public void duplicate(DuplicateKind kind) {}

    @Override
    public void takenOver(int messages) {}
}
