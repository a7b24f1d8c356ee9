package io.turngate.outbox;

import io.turngate.core.TenantId;
import io.turngate.manychat.api.ApiAnswer;

/** Hears what becomes of calls to ManyChat. Called on the loop of delivery; must not block. */
public interface PushListener {

    /** A call was answered, or was not. */
    void called(TenantId tenant, PacedCall call, ApiAnswer.Kind result);

    /** Something was given up and kept as a dead letter. */
    void deadLetter(TenantId tenant, DeadReason reason);

    /** A flow was not sent, because its contact had too many within an hour. */
    void flowSkipped(TenantId tenant);

    /** So many contacts of the tenant are in the outbox. */
    void waiting(TenantId tenant, int contacts);

    /** Whether ManyChat takes the tenant's key. */
    void keyIs(TenantId tenant, boolean right);
}
