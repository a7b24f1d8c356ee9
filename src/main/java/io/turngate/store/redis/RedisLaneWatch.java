package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.TenantId;
import io.turngate.store.LaneWatch;
import io.turngate.store.Terms;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The index of lanes in one sorted set: a member for each gateway and contact, its score when to look. It lies in another
 * slot than the contacts, so it is written beside the message path, for all lanes of a moment at once.
 */
final class RedisLaneWatch implements LaneWatch {

    private static final Logger LOG = LoggerFactory.getLogger(RedisLaneWatch.class);

    private static final String SWEEPER = "sweep";

    private final ScriptRunner scripts;
    private final ContactClock clock;
    private final ScriptArguments arguments;
    private final String gateway;

    RedisLaneWatch(ScriptRunner scripts, ContactClock clock, String gateway) {
        this.scripts = scripts;
        this.clock = clock;
        this.arguments = new ScriptArguments(clock, gateway);
        this.gateway = gateway;
    }

    @Override
    public Future<Void> enter(Collection<Contact> contacts, Duration lease) {
        String at = Long.toString(nowMillis() + lease.toMillis());
        List<String> words = new ArrayList<>(List.of(Keys.LANES));
        contacts.forEach(contact -> words.addAll(List.of(at, member(contact))));
        return scripts.primaries()
                .send(Keys.LANES, Request.cmd(Command.ZADD, words.toArray()))
                .mapEmpty();
    }

    @Override
    public Future<Void> leave(Collection<Contact> contacts) {
        List<String> words = new ArrayList<>(List.of(Keys.LANES));
        contacts.forEach(contact -> words.add(member(contact)));
        return scripts.primaries()
                .send(Keys.LANES, Request.cmd(Command.ZREM, words.toArray()))
                .mapEmpty();
    }

    @Override
    public Future<List<Due>> due() {
        Request request = Request.cmd(
                Command.ZRANGEBYSCORE, Keys.LANES, "-inf", Long.toString(nowMillis()), "LIMIT", 0, MOST_AT_ONCE);
        return scripts.primaries().send(Keys.LANES, request).map(reply -> {
            List<String> members = reply.stream().map(Response::toString).toList();
            List<Due> due =
                    members.stream().flatMap(member -> parse(member).stream()).toList();
            if (due.size() < members.size()) {
                removeUnreadable(members);
            }
            return due;
        });
    }

    /** A member that names no lane would be due for ever, and with enough of them nothing else would be. */
    private void removeUnreadable(List<String> members) {
        List<String> words = new ArrayList<>(List.of(Keys.LANES));
        members.stream().filter(member -> parse(member).isEmpty()).forEach(words::add);
        LOG.warn("removed {} members of the index of lanes that name no lane", words.size() - 1);
        scripts.primaries().send(Keys.LANES, Request.cmd(Command.ZREM, words.toArray()));
    }

    @Override
    public Future<Void> postpone(Due due, Duration delay) {
        return reschedule(due, Long.toString(nowMillis() + delay.toMillis())).mapEmpty();
    }

    @Override
    public Future<Swept> sweep(Due due, Terms terms, Function<Swept, Future<Void>> found) {
        return scripts.run(Script.SWEEP, Keys.of(due.contact()).all(), arguments.lane(SWEEPER, terms))
                .compose(reply -> {
                    Swept swept = new Swept(ScriptReplies.number(reply, 0), ScriptReplies.isSet(reply, 2));
                    return found.apply(swept)
                            .compose(done -> reschedule(due, ScriptReplies.text(reply, 1)))
                            .map(swept);
                });
    }

    private Future<Response> reschedule(Due due, String lookAgainMillis) {
        return scripts.primaries()
                .send(
                        Keys.LANES,
                        lookAgainMillis.isEmpty()
                                ? Request.cmd(Command.ZREM, Keys.LANES, due.member())
                                : Request.cmd(Command.ZADD, Keys.LANES, "XX", lookAgainMillis, due.member()));
    }

    private long nowMillis() {
        String given = clock.argument();
        return given.isEmpty() ? scripts.primaries().nowMillis(Keys.LANES) : Long.parseLong(given);
    }

    private String member(Contact contact) {
        return gateway + " " + contact.tenant().value() + ":" + contact.id().value();
    }

    private static Optional<Due> parse(String member) {
        int space = member.indexOf(' ');
        int colon = member.indexOf(':', space);
        String tenant = space < 0 || colon < 0 ? "" : member.substring(space + 1, colon);
        String contact = member.substring(colon + 1);
        if (!TenantId.isValid(tenant) || contact.isEmpty() || contact.length() > ContactId.MAX_LENGTH) {
            return Optional.empty();
        }
        return Optional.of(new Due(new Contact(new TenantId(tenant), new ContactId(contact)), member));
    }
}
