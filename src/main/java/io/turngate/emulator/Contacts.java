package io.turngate.emulator;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The contacts of the account. They change on the emulator's event loop; their views may be read from any thread. */
final class Contacts {

    private static final int MOST = 100_000;

    private final Map<String, ContactState> states = new HashMap<>();
    private final Map<String, ContactView> views = new ConcurrentHashMap<>();

    /** Adds a contact, in place of one with the same id. */
    void put(ContactState contact) {
        if (states.size() >= MOST) {
            throw new IllegalStateException("the emulator keeps at most " + MOST + " contacts");
        }
        states.put(contact.profile().id(), contact);
        publish(contact);
    }

    void remove(String id) {
        states.remove(id);
        views.remove(id);
    }

    Optional<ContactState> find(String id) {
        return Optional.ofNullable(states.get(id));
    }

    /** Changes a contact, and shows it. */
    void change(ContactState contact, Consumer<ContactState> change) {
        change.accept(contact);
        publish(contact);
    }

    /** The contact as they were after the last change; from any thread. */
    Optional<ContactView> view(String id) {
        return Optional.ofNullable(views.get(id));
    }

    /** All contacts as they were after the last change; from any thread. */
    Collection<ContactView> views() {
        return List.copyOf(views.values());
    }

    private void publish(ContactState contact) {
        if (states.get(contact.profile().id()) == contact) {
            views.put(contact.profile().id(), contact.view());
        }
    }
}
