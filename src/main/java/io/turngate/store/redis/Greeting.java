package io.turngate.store.redis;

import io.turngate.store.ServerFacts;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is said and asked on a new connection before it is used; what fails here, the connection is not used for. */
@FunctionalInterface
interface Greeting {

    /**
     * Greets a server.
     *
     * @param client that made the connection, and can make one more
     * @param made the new connection
     */
    Future<Greeted> greet(Redis client, RedisConnection made);

    /**
     * What the server answered.
     *
     * @param facts what it says of itself
     * @param nowMillis its clock
     * @param companion another connection to the same server, for what would hold up the first: they live and die together
     */
    record Greeted(ServerFacts facts, long nowMillis, Optional<RedisConnection> companion) {}

    /**
     * Asks a server who it is and what its clock says, and leaves the scripts with it.
     *
     * @param withCompanion whether a second connection is made
     */
    static Greeting ofServer(List<Script> scripts, boolean withCompanion) {
        List<Request> words = new ArrayList<>(List.of(Request.cmd(Command.INFO), Request.cmd(Command.TIME)));
        scripts.forEach(
                script -> words.add(Request.cmd(Command.SCRIPT).arg("LOAD").arg(script.source())));
        return (client, made) -> made.batch(words).compose(replies -> {
            ServerFacts facts = ServerFacts.parse(replies.get(0).toString());
            Response time = replies.get(1);
            long nowMillis = time.get(0).toLong() * 1_000 + time.get(1).toLong() / 1_000;
            return withCompanion
                    ? client.connect().map(second -> new Greeted(facts, nowMillis, Optional.of(second)))
                    : Future.succeededFuture(new Greeted(facts, nowMillis, Optional.empty()));
        });
    }

    /** The same of a server that must be a primary. */
    static Greeting ofPrimary(List<Script> scripts, boolean withCompanion) {
        Greeting further = ofServer(scripts, withCompanion);
        return (client, made) -> made.send(Request.cmd(Command.ROLE))
                .compose(role -> role.get(0).toString().equals("master")
                        ? further.greet(client, made)
                        : Future.failedFuture("the server is not a primary"));
    }
}
