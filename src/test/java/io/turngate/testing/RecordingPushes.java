package io.turngate.testing;

import io.turngate.config.TenantConfig;
import io.turngate.conversation.Pushes;
import io.turngate.conversation.Unsaid;
import io.turngate.core.Contact;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Pushes nothing, and remembers whose words it was told of. */
public final class RecordingPushes implements Pushes {

    private final List<Contact> told = new CopyOnWriteArrayList<>();
    private final List<Unsaid> unsaid = new CopyOnWriteArrayList<>();
    private volatile boolean open;

    /** Whether words can be pushed from now on. */
    public void open(boolean can) {
        open = can;
    }

    /** The contacts of whom it was told, in order. */
    public List<Contact> told() {
        return List.copyOf(told);
    }

    @Override
    public boolean isOpen(TenantConfig tenant) {
        return open;
    }

    @Override
    public Future<Void> leave(Contact contact, Unsaid what) {
        unsaid.add(what);
        return Future.succeededFuture();
    }

    /** What answers left, in order. */
    public List<Unsaid> unsaid() {
        return List.copyOf(unsaid);
    }

    @Override
    public Future<Void> due(Contact contact) {
        told.add(contact);
        return Future.succeededFuture();
    }
}
