package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.TenantId;
import io.turngate.store.DeadLetters;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Dead letters in a stream for each tenant. */
final class RedisDeadLetters implements DeadLetters {

    private static final String MOST_KEPT = "10000";

    private final DeliveryScripts scripts;

    RedisDeadLetters(DeliveryScripts scripts) {
        this.scripts = scripts;
    }

    @Override
    public Future<Void> add(Contact contact, String item, String reason) {
        return scripts.send(
                        Command.XADD,
                        Keys.dead(contact.tenant()),
                        "MAXLEN",
                        "~",
                        MOST_KEPT,
                        "*",
                        "contact",
                        contact.id().value(),
                        "reason",
                        reason,
                        "at",
                        Long.toString(scripts.nowMillis(Keys.dead(contact.tenant()))),
                        "item",
                        item)
                .mapEmpty();
    }

    @Override
    public Future<List<DeadLetter>> list(TenantId tenant, Optional<String> after) {
        return range(tenant, after.map(id -> "(" + id).orElse("-"), "+", MOST_AT_ONCE);
    }

    @Override
    public Future<Optional<DeadLetter>> find(TenantId tenant, String id) {
        return range(tenant, id, id, 1).map(found -> found.stream().findFirst());
    }

    @Override
    public Future<Boolean> remove(TenantId tenant, String id) {
        return scripts.send(Command.XDEL, Keys.dead(tenant), id).map(removed -> removed.toInteger() > 0);
    }

    private Future<List<DeadLetter>> range(TenantId tenant, String from, String to, int limit) {
        return scripts.send(Command.XRANGE, Keys.dead(tenant), from, to, "COUNT", limit)
                .map(reply -> reply.stream()
                        .flatMap(entry -> parse(tenant, entry).stream())
                        .toList());
    }

    /** An entry that somebody else wrote is no letter. */
    private static Optional<DeadLetter> parse(TenantId tenant, Response entry) {
        Map<String, String> fields = new HashMap<>();
        Response pairs = entry.get(1);
        for (int i = 0; i + 1 < pairs.size(); i += 2) {
            fields.put(pairs.get(i).toString(), pairs.get(i + 1).toString());
        }
        try {
            Contact contact = new Contact(tenant, new ContactId(fields.getOrDefault("contact", "")));
            return Optional.of(new DeadLetter(
                    entry.get(0).toString(),
                    contact,
                    fields.getOrDefault("item", ""),
                    fields.getOrDefault("reason", ""),
                    Long.parseLong(fields.getOrDefault("at", "0"))));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
