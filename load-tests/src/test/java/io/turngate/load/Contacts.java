package io.turngate.load;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

/** The contacts of a run, spread over its tenants; each is with one virtual user at a time. Any thread may use it. */
final class Contacts {

    private static final int FIRST_ID = 1_000_000;

    private final List<Contact> all;
    private final Queue<Contact> idle;

    Contacts(Target target, int count) {
        all = IntStream.range(0, count)
                .mapToObj(i -> new Contact(target.tenant(i), Integer.toString(FIRST_ID + i)))
                .toList();
        idle = new ConcurrentLinkedQueue<>(all);
    }

    List<Contact> all() {
        return all;
    }

    /** The contact who has been idle for longest; fails with {@link IllegalStateException} if all are busy. */
    Contact take() {
        Contact contact = idle.poll();
        if (contact == null) {
            throw new IllegalStateException("all " + all.size() + " contacts are writing: load.contacts is too small");
        }
        return contact;
    }

    /** They have been answered and may come back later. */
    void giveBack(Contact contact) {
        idle.add(contact);
    }
}
