package io.turngate.testing;

import io.turngate.config.TenantConfig;
import io.turngate.conversation.Pushes;
import io.turngate.conversation.Unsaid;
import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.vertx.core.Future;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Pushes nothing, and remembers whose words it was told of. */
public final class RecordingPushes implements Pushes {

    private final List<Contact> told = new CopyOnWriteArrayList<>();
    private final List<Unsaid> unsaid = new CopyOnWriteArrayList<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private volatile boolean open;
    private volatile String unreachable = "";

    /** Whether words can be pushed from now on. */
    public void open(boolean can) {
        open = can;
    }

    /** Nothing can be pushed to that contact. */
    public void cannotReach(String contact) {
        unreachable = contact;
    }

    /** So many times nothing of a contact can be told from now on. */
    public void refuse(int times) {
        refusals.set(times);
    }

    /** The contacts of whom it was told, in order. */
    public List<Contact> told() {
        return List.copyOf(told);
    }

    @Override
    public boolean isOpen(TenantConfig tenant, ContactId contact) {
        return open && !contact.value().equals(unreachable);
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
    public Future<Void> tokenWanted(Contact contact) {
        return due(contact);
    }

    @Override
    public Future<Void> due(Contact contact) {
        if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            return Future.failedFuture("the outbox cannot be reached");
        }
        told.add(contact);
        return Future.succeededFuture();
    }
}
