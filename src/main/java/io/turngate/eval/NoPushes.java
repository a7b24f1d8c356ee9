package io.turngate.eval;

import io.turngate.config.TenantConfig;
import io.turngate.conversation.LaneListener;
import io.turngate.conversation.Pushes;
import io.turngate.conversation.TenantLimits.Shed;
import io.turngate.conversation.Unsaid;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.TenantId;
import io.vertx.core.Future;

/** Nothing of an eval reaches ManyChat, or counts as something that happened to contacts. */
final class NoPushes implements Pushes, LaneListener {

    @Override
    public boolean isOpen(TenantConfig tenant, ContactId contact) {
        return false;
    }

    @Override
    public Future<Void> due(Contact contact) {
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> tokenWanted(Contact contact) {
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> leave(Contact contact, Unsaid unsaid) {
        return Future.failedFuture("evals push nothing");
    }

    @Override
    public void shed(TenantId tenant, Shed cause) {}

    @Override
    public void waited() {}

    @Override
    public void duplicate(DuplicateKind kind) {}

    @Override
    public void takenOver(int messages) {}
}
