package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.TenantId;
import io.turngate.store.DeadLetters;
import io.turngate.store.Outbox;
import io.turngate.store.Pace;
import io.turngate.store.Tokens;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The outbox in Redis: a list and a lease for each contact, a sorted set for each tenant. */
final class RedisOutbox implements Outbox {

    private static final String EARLIER_WINS = "LT";

    private final DeliveryScripts scripts;
    private final ContactScan scan;
    private final Tokens tokens;
    private final Pace pace;
    private final DeadLetters deadLetters;

    RedisOutbox(DeliveryScripts scripts) {
        this.scripts = scripts;
        this.scan = new ContactScan(scripts);
        this.tokens = new RedisTokens(scripts, scan);
        this.pace = new RedisPace(scripts);
        this.deadLetters = new RedisDeadLetters(scripts);
    }

    @Override
    public long nowMillis() {
        return scripts.nowMillis(Keys.LANES);
    }

    @Override
    public Future<Void> enter(Contact contact, Duration delay) {
        return scripts.send(
                        Command.ZADD,
                        Keys.outbox(contact.tenant()),
                        EARLIER_WINS,
                        score(contact.tenant(), delay),
                        contact.id().value())
                .mapEmpty();
    }

    @Override
    public Future<Void> schedule(Contact contact, Duration delay) {
        return scripts.send(
                        Command.ZADD,
                        Keys.outbox(contact.tenant()),
                        score(contact.tenant(), delay),
                        contact.id().value())
                .mapEmpty();
    }

    @Override
    public Future<Void> leave(Contact contact) {
        return scripts.send(
                        Command.ZREM,
                        Keys.outbox(contact.tenant()),
                        contact.id().value())
                .mapEmpty();
    }

    @Override
    public Future<List<Contact>> due(TenantId tenant, int limit) {
        return scripts.send(
                        Command.ZRANGE,
                        Keys.outbox(tenant),
                        "-inf",
                        Long.toString(scripts.nowMillis(Keys.outbox(tenant))),
                        "BYSCORE",
                        "LIMIT",
                        0,
                        Math.min(limit, MOST_AT_ONCE))
                .map(reply -> reply.stream()
                        .flatMap(member -> contact(tenant, member.toString()).stream())
                        .toList());
    }

    @Override
    public Future<Integer> size(TenantId tenant) {
        return scripts.send(Command.ZCARD, Keys.outbox(tenant)).map(Response::toInteger);
    }

    @Override
    public Future<Claim> claim(Contact contact, Duration length) {
        Keys keys = Keys.of(contact);
        return scripts.runNamed(
                        Script.CLAIM,
                        List.of(keys.delivery(), keys.pending(), keys.contact()),
                        List.of(Long.toString(length.toMillis())))
                .map(reply -> claim(contact, length, reply));
    }

    @Override
    public Future<Pending> progress(Lease lease, String before, Optional<String> after) {
        Keys keys = Keys.of(lease.contact());
        return scripts.runFenced(
                        Script.PROGRESS,
                        lease,
                        List.of(keys.delivery(), keys.pending()),
                        List.of(before, after.orElse("")))
                .map(reply -> pending(reply, 1));
    }

    @Override
    public Future<Boolean> release(Lease lease) {
        Keys keys = Keys.of(lease.contact());
        return scripts.runNamed(
                        Script.RELEASE,
                        List.of(keys.delivery(), keys.pending(), keys.contact()),
                        List.of(lease.fence()))
                .map(reply -> ScriptReplies.number(reply, 1) > 0
                        || !ScriptReplies.text(reply, 2).isEmpty());
    }

    @Override
    public Future<Void> append(Contact contact, String item) {
        return scripts.send(Command.RPUSH, Keys.of(contact).pending(), item).mapEmpty();
    }

    @Override
    public Future<List<Entry>> list(TenantId tenant) {
        return scripts.send(Command.ZRANGE, Keys.outbox(tenant), 0, MOST_AT_ONCE - 1, "WITHSCORES")
                .compose(reply -> {
                    List<Future<Entry>> entries = new ArrayList<>();
                    for (Response pair : reply) {
                        contact(tenant, pair.get(0).toString())
                                .ifPresent(contact -> entries.add(
                                        entry(contact, pair.get(1).toDouble().longValue())));
                    }
                    return Future.all(entries).map(all -> all.<Entry>list());
                });
    }

    @Override
    public Future<Integer> rebuild(TenantId tenant) {
        Future<Integer> pending = scan.each(
                tenant, "pending", contact -> enter(contact, Duration.ZERO).map(true));
        return pending.compose(items -> scan.each(
                        tenant,
                        "contact",
                        contact -> scripts.send(
                                        Command.HEXISTS, Keys.of(contact).contact(), "tokenWanted")
                                .compose(wanted -> wanted.toInteger() == 0
                                        ? Future.succeededFuture(false)
                                        : enter(contact, Duration.ZERO).map(true)))
                .compose(wanted -> size(tenant)));
    }

    @Override
    public Tokens tokens() {
        return tokens;
    }

    @Override
    public Pace pace() {
        return pace;
    }

    @Override
    public DeadLetters deadLetters() {
        return deadLetters;
    }

    private Future<Entry> entry(Contact contact, long lookAtMillis) {
        Keys keys = Keys.of(contact);
        Future<Response> count = scripts.send(Command.LLEN, keys.pending());
        Future<Response> first = scripts.send(Command.LINDEX, keys.pending(), 0);
        Future<Response> wanted = scripts.send(Command.HGET, keys.contact(), "tokenWanted");
        return Future.all(count, first, wanted)
                .map(all -> new Entry(
                        contact,
                        lookAtMillis,
                        count.result().toInteger(),
                        Optional.ofNullable(first.result()).map(Response::toString),
                        wanted.result() == null
                                ? OptionalLong.empty()
                                : OptionalLong.of(wanted.result().toLong())));
    }

    private static Claim claim(Contact contact, Duration length, Response reply) {
        if (ScriptReplies.text(reply, 0).equals("held")) {
            return new Claim.Held(Duration.ofMillis(ScriptReplies.number(reply, 1)));
        }
        Lease lease = new Lease(contact, ScriptReplies.text(reply, 1), length);
        Optional<TokenWish> wish = ScriptReplies.text(reply, 2).isEmpty()
                ? Optional.empty()
                : Optional.of(new TokenWish(orZero(reply, 3), (int) orZero(reply, 4)));
        return new Claim.Taken(lease, wish, pending(reply, 6));
    }

    private static long orZero(Response reply, int at) {
        String text = ScriptReplies.text(reply, at);
        return text.isEmpty() ? 0 : Long.parseLong(text);
    }

    private static Pending pending(Response reply, int at) {
        String first = ScriptReplies.text(reply, at + 1);
        return new Pending(first.isEmpty() ? Optional.empty() : Optional.of(first), ScriptReplies.number(reply, at));
    }

    private String score(TenantId tenant, Duration delay) {
        return Long.toString(scripts.nowMillis(Keys.outbox(tenant)) + delay.toMillis());
    }

    private static Optional<Contact> contact(TenantId tenant, String member) {
        return member.isEmpty() || member.length() > ContactId.MAX_LENGTH
                ? Optional.empty()
                : Optional.of(new Contact(tenant, new ContactId(member)));
    }
}
