package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.core.TenantId;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Walks through all keys of the server for those of one kind, a page at a time: for operators, not for the way of a message. */
final class ContactScan {

    private static final String START = "0";
    private static final int PAGE = 500;

    private final DeliveryScripts scripts;

    ContactScan(DeliveryScripts scripts) {
        this.scripts = scripts;
    }

    /** Contacts of one page, and where to go on. */
    record Page(List<Contact> contacts, Optional<String> next) {}

    /** The page at a cursor; a key may come twice. */
    Future<Page> page(TenantId tenant, String kind, String cursor) {
        return scripts.send(
                        Command.SCAN,
                        cursor.isEmpty() ? START : cursor,
                        "MATCH",
                        Keys.pattern(tenant, kind),
                        "COUNT",
                        PAGE)
                .map(reply -> page(tenant, reply));
    }

    /** Does the work for every contact that has such a key, and counts those for which it says true. */
    Future<Integer> each(TenantId tenant, String kind, Function<Contact, Future<Boolean>> work) {
        return each(tenant, kind, work, START, 0);
    }

    private Future<Integer> each(
            TenantId tenant, String kind, Function<Contact, Future<Boolean>> work, String cursor, int before) {
        return page(tenant, kind, cursor)
                .compose(page -> Future.all(page.contacts().stream().map(work).toList())
                        .compose(done -> {
                            int count = before
                                    + (int) done.<Boolean>list().stream()
                                            .filter(Boolean::booleanValue)
                                            .count();
                            return page.next()
                                    .map(next -> each(tenant, kind, work, next, count))
                                    .orElseGet(() -> Future.succeededFuture(count));
                        }));
    }

    private static Page page(TenantId tenant, Response reply) {
        String next = reply.get(0).toString();
        List<Contact> contacts = reply.get(1).stream()
                .flatMap(key -> Keys.contactOf(tenant, key.toString()).stream())
                .toList();
        return new Page(contacts, next.equals(START) ? Optional.empty() : Optional.of(next));
    }
}
