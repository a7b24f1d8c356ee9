package io.turngate.store.redis;

import io.turngate.store.ServerFacts;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;

/** What is said and asked on a new connection before it is used; what fails here, the connection is not used for. */
@FunctionalInterface
interface Greeting {

    Future<Greeted> greet(RedisConnection made);

    /**
     * What the server answered.
     *
     * @param facts what it says of itself
     * @param nowMillis its clock
     */
    record Greeted(ServerFacts facts, long nowMillis) {}

    /** Asks a server who it is and what its clock says, and leaves the scripts with it. */
    static Greeting ofServer(List<Script> scripts) {
        List<Request> words = new ArrayList<>(List.of(Request.cmd(Command.INFO), Request.cmd(Command.TIME)));
        scripts.forEach(
                script -> words.add(Request.cmd(Command.SCRIPT).arg("LOAD").arg(script.source())));
        return made -> made.batch(words).map(replies -> {
            Response time = replies.get(1);
            return new Greeted(
                    ServerFacts.parse(replies.get(0).toString()),
                    time.get(0).toLong() * 1_000 + time.get(1).toLong() / 1_000);
        });
    }

    /** The same of a server that must be a primary. */
    static Greeting ofPrimary(List<Script> scripts) {
        Greeting further = ofServer(scripts);
        return made -> made.send(Request.cmd(Command.ROLE))
                .compose(role -> role.get(0).toString().equals("master")
                        ? further.greet(made)
                        : Future.failedFuture("the server is not a primary"));
    }
}
