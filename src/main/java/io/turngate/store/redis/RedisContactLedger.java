package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.rules.Rules;
import io.turngate.store.ContactLedger;
import io.turngate.store.ContactView;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.Optional;

/** What operators ask and do of a contact, in Redis. */
public final class RedisContactLedger implements ContactLedger {

    /** Beginning of the turns in the reply of {@code inspect.lua}. */
    private static final int FIRST_TURN = 14;

    private final ScriptRunner scripts;
    private final ScriptArguments arguments;

    RedisContactLedger(ScriptRunner scripts, ContactClock clock, String gateway) {
        this.scripts = scripts;
        this.arguments = new ScriptArguments(clock, gateway);
    }

    @Override
    public Future<Optional<ContactView>> find(Contact contact, Rules rules) {
        Keys keys = Keys.of(contact);
        return scripts.run(Script.INSPECT, keys.all(), arguments.inspect(rules))
                .compose(reply -> reply.get(0).toString().isEmpty()
                        ? Future.succeededFuture(Optional.empty())
                        : existing(keys.fixed()).map(names -> Optional.of(view(reply, names))));
    }

    @Override
    public Future<Optional<Long>> resetCap(Contact contact) {
        Keys keys = Keys.of(contact);
        return scripts.run(Script.RESET, List.of(keys.turns(), keys.cap(), keys.contact()), arguments.clockOnly())
                .map(reply -> time(reply));
    }

    private Future<List<String>> existing(List<String> names) {
        List<Future<String>> asked = names.stream()
                .map(name -> scripts.primaries()
                        .send(name, Request.cmd(Command.EXISTS).arg(name))
                        .map(reply -> reply.toInteger() == 1 ? name : ""))
                .toList();
        return Future.all(asked)
                .map(all -> all.<String>list().stream()
                        .filter(name -> !name.isEmpty())
                        .sorted()
                        .toList());
    }

    private static ContactView view(Response reply, List<String> keyNames) {
        return new ContactView(
                reply.get(0).toString(),
                number(reply.get(1)),
                (int) number(reply.get(2)),
                number(reply.get(3)),
                time(reply.get(4)),
                number(reply.get(5)),
                (int) number(reply.get(6)),
                time(reply.get(7)),
                Optional.of(ScriptReplies.text(reply, 8)).filter(run -> !run.isEmpty()),
                ScriptReplies.number(reply, 9),
                ScriptReplies.number(reply, 10),
                new ContactView.TokenState(ScriptReplies.text(reply, 11), time(reply.get(12))),
                ScriptReplies.number(reply, 13),
                ScriptReplies.turnsOldestFirst(reply, FIRST_TURN),
                keyNames);
    }

    private static long number(Response value) {
        return Long.parseLong(value.toString());
    }

    private static Optional<Long> time(Response value) {
        String text = value.toString();
        return text.isEmpty() ? Optional.empty() : Optional.of(Long.parseLong(text));
    }
}
