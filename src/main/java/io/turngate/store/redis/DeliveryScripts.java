package io.turngate.store.redis;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.store.Outbox.Lease;
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

    long nowMillis() {
        String given = clock.argument();
        return given.isEmpty() ? scripts.link().serverNowMillis() : Long.parseLong(given);
    }

    /** Sends one command. */
    Future<Response> send(Command command, Object... words) {
        return scripts.link().send(Request.cmd(command, words));
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
        return scripts.runRepeatable(
                        again -> scripts.run(script, keys, arguments(head(lease), arguments)), NOTE_PAUSES_MILLIS)
                .map(reply -> {
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
