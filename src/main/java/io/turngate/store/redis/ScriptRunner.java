package io.turngate.store.redis;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs scripts by their digest where their keys are, loads them where they are missing, and repeats what is safe to repeat.
 */
final class ScriptRunner {

    private final Vertx vertx;
    private final Primaries primaries;

    ScriptRunner(Vertx vertx, Primaries primaries) {
        this.vertx = vertx;
        this.primaries = primaries;
    }

    Primaries primaries() {
        return primaries;
    }

    /** Runs a script once. */
    Future<Response> run(Script script, List<String> keys, List<String> arguments) {
        String key = keys.get(0);
        return primaries
                .send(key, request(Command.EVALSHA, script.sha1(), keys, arguments))
                .recover(failure -> ErrorAnswer.of(failure) == ErrorAnswer.NOSCRIPT
                        ? primaries.send(key, request(Command.EVAL, script.source(), keys, arguments))
                        : Future.failedFuture(failure));
    }

    /**
     * Runs a script whose reply is passed on once replicas have what it wrote, as {@link Primaries#sendKept} says. It must be
     * safe to run twice: a failure of that is in doubt.
     */
    Future<Response> runKept(Script script, List<String> keys, List<String> arguments) {
        String key = keys.get(0);
        return primaries
                .sendKept(key, request(Command.EVALSHA, script.sha1(), keys, arguments))
                .recover(failure -> ErrorAnswer.of(failure) == ErrorAnswer.NOSCRIPT
                        ? primaries.sendKept(key, request(Command.EVAL, script.source(), keys, arguments))
                        : Future.failedFuture(failure));
    }

    /**
     * Runs a script that may take effect twice without harm, and runs it again after each of the pauses while Redis
     * cannot be reached: a pause gives a lost connection time to come back. Fails as in doubt if any attempt was.
     */
    Future<Response> runRepeatable(Invocation invocation, List<Long> pausesMillis) {
        return runRepeatable(invocation, pausesMillis, false);
    }

    private Future<Response> runRepeatable(Invocation invocation, List<Long> pausesMillis, boolean isAgain) {
        return invocation.run(isAgain).recover(failure -> {
            if (pausesMillis.isEmpty() || !isAway(failure)) {
                return Future.failedFuture(failure);
            }
            List<Long> later = pausesMillis.subList(1, pausesMillis.size());
            return Pause.of(vertx, pausesMillis.get(0))
                    .compose(paused -> runRepeatable(invocation, later, true))
                    .recover(last -> Future.failedFuture(mayHaveTakenEffect(failure) ? failure : last));
        });
    }

    /** One call of a script with its arguments, made anew for each attempt. */
    @FunctionalInterface
    interface Invocation {

        /**
         * Makes the call.
         *
         * @param isAgain whether an earlier attempt may have taken effect
         */
        Future<Response> run(boolean isAgain);
    }

    private static Request request(Command command, String script, List<String> keys, List<String> arguments) {
        List<String> words = new ArrayList<>(2 + keys.size() + arguments.size());
        words.add(script);
        words.add(Integer.toString(keys.size()));
        words.addAll(keys);
        words.addAll(arguments);
        return Request.cmd(command, words.toArray());
    }

    private static boolean isAway(Throwable failure) {
        return mayHaveTakenEffect(failure)
                || failure instanceof TurngateException known && known.kind() == Kind.STATE_OFFLINE;
    }

    private static boolean mayHaveTakenEffect(Throwable failure) {
        return failure instanceof TurngateException known && known.kind() == Kind.STATE_UNAVAILABLE;
    }
}
