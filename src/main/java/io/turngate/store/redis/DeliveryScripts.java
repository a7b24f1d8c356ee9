package io.turngate.store.redis;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.store.Outbox.Lease;
import io.turngate.store.redis.Primaries.Primary;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;

/** Calls the scripts of delivery, and the commands on the keys that lie beside the contacts. */
final class DeliveryScripts {

    /** A call that ManyChat has taken must be noted, if it can be, while the lease lasts. */
    private static final List<Long> NOTE_PAUSES_MILLIS = List.of(100L, 300L, 600L, 1_000L, 2_000L, 4_000L, 6_000L);

    private static final String FENCED = "fenced";

    private final ScriptRunner scripts;
    private final ContactClock clock;
    private final String gateway;

    DeliveryScripts(ScriptRunner scripts, ContactClock clock, String gateway) {
        this.scripts = scripts;
        this.clock = clock;
        this.gateway = gateway;
    }

    /** This moment by the clock of the server that holds the key. */
    long nowMillis(String key) {
        String given = clock.argument();
        return given.isEmpty() ? scripts.primaries().nowMillis(key) : Long.parseLong(given);
    }

    /** Sends one command whose first word is its key. */
    Future<Response> send(Command command, String key, Object... words) {
        Object[] all = new Object[words.length + 1];
        all[0] = key;
        System.arraycopy(words, 0, all, 1, words.length);
        return scripts.primaries().send(key, Request.cmd(command, all));
    }

    /** All servers that hold keys. */
    List<Primary> primaries() {
        return scripts.primaries().all();
    }

    /** Runs a script whose first argument is the clock. */
    Future<Response> run(Script script, List<String> keys, List<String> arguments) {
        return scripts.run(script, keys, arguments(List.of(clock.argument()), arguments));
    }

    /** Runs a script whose first arguments are clock and gateway. */
    Future<Response> runNamed(Script script, List<String> keys, List<String> arguments) {
        return scripts.run(script, keys, arguments(List.of(clock.argument(), gateway), arguments));
    }

    /** Runs a script that is fenced by a lease, again and again while Redis is away, and fails if it was taken over. */
    Future<Response> runFenced(Script script, Lease lease, List<String> keys, List<String> arguments) {
        return unlessFenced(again -> scripts.run(script, keys, arguments(head(lease), arguments)));
    }

    /** The same, for what must be with replicas before its caller goes on. */
    Future<Response> runFencedAndKept(Script script, Lease lease, List<String> keys, List<String> arguments) {
        return unlessFenced(again -> scripts.runKept(script, keys, arguments(head(lease), arguments)));
    }

    private Future<Response> unlessFenced(ScriptRunner.Invocation invocation) {
        return scripts.runRepeatable(invocation, NOTE_PAUSES_MILLIS).map(reply -> {
            if (reply.get(0).toString().equals(FENCED)) {
                throw new TurngateException(
                        Kind.STATE_UNAVAILABLE, "the lease of a delivery had run out and was taken over");
            }
            return reply;
        });
    }

    private List<String> head(Lease lease) {
        return List.of(
                clock.argument(),
                gateway,
                lease.fence(),
                Long.toString(lease.length().toMillis()));
    }

    private static List<String> arguments(List<String> head, List<String> further) {
        List<String> arguments = new ArrayList<>(head);
        arguments.addAll(further);
        return arguments;
    }
}
