package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.core.TenantId;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.store.redis.Primaries.Primary;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Walks through all keys of all servers for those of one kind, a page at a time: for operators, not for the way of a
 * message. It goes through the servers one after the other. Where they change meanwhile it fails and has to begin anew;
 * a slot that is moved meanwhile may be missed.
 */
final class ContactScan {

    private static final String START = "0";
    private static final int PAGE = 500;

    /** Between a server's name and its cursor. */
    private static final String AT = " ";

    private final DeliveryScripts scripts;

    ContactScan(DeliveryScripts scripts) {
        this.scripts = scripts;
    }

    /** Contacts of one page, and where to go on. */
    record Page(List<Contact> contacts, Optional<String> next) {}

    /** The page at a cursor, which is empty for the beginning; a key may come twice. */
    Future<Page> page(TenantId tenant, String kind, String cursor) {
        List<Primary> servers = scripts.primaries();
        int space = cursor.indexOf(AT);
        int number = space < 0 ? 0 : numberOf(cursor.substring(0, space), servers);
        if (number < 0 || servers.isEmpty()) {
            return Future.failedFuture(new TurngateException(
                    Kind.STATE_UNAVAILABLE, "the servers that hold the keys have changed: begin anew"));
        }
        return servers.get(number)
                .link()
                .send(Request.cmd(
                        Command.SCAN,
                        space < 0 ? START : cursor.substring(space + 1),
                        "MATCH",
                        Keys.pattern(tenant, kind),
                        "COUNT",
                        PAGE))
                .map(reply -> new Page(
                        contacts(tenant, reply.get(1)),
                        next(servers, number, reply.get(0).toString())));
    }

    /** Does the work for every contact that has such a key, and counts those for which it says true. */
    Future<Integer> each(TenantId tenant, String kind, Function<Contact, Future<Boolean>> work) {
        return each(tenant, kind, work, "", 0);
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

    private static List<Contact> contacts(TenantId tenant, Response keys) {
        return keys.stream()
                .flatMap(key -> Keys.contactOf(tenant, key.toString()).stream())
                .toList();
    }

    private static Optional<String> next(List<Primary> servers, int number, String cursor) {
        if (!cursor.equals(START)) {
            return Optional.of(servers.get(number).name() + AT + cursor);
        }
        return number + 1 < servers.size()
                ? Optional.of(servers.get(number + 1).name() + AT + START)
                : Optional.empty();
    }

    private static int numberOf(String name, List<Primary> servers) {
        return servers.stream().map(Primary::name).toList().indexOf(name);
    }
}
