package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.core.Deadline;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.rules.Rules;
import io.turngate.store.Admission;
import io.turngate.store.AgentTurn;
import io.turngate.store.Arrival;
import io.turngate.store.ConversationStore;
import io.turngate.store.Fate;
import io.turngate.store.Fingerprints;
import io.turngate.store.KeptAnswer;
import io.turngate.store.LaneRun;
import io.turngate.store.Settlement;
import io.turngate.store.Settlement.Settled;
import io.turngate.store.Terms;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** A contact's kept state in Redis: one script to admit a message, one to settle its run, one more for one that waited. */
final class RedisConversationStore implements ConversationStore {

    /** Long enough for a dropped connection to be made again, short beside the reply deadline. */
    private static final List<Long> ADMIT_PAUSES_MILLIS = List.of(150L);

    /** A reply that was already produced is worth more patience than a message that was not yet admitted. */
    private static final List<Long> SETTLE_PAUSES_MILLIS = List.of(100L, 300L, 600L);

    /** A command must not take effect after its sender gave up: it is refused this much earlier. */
    private static final long LATE_MARGIN_MILLIS = 50;

    /** The agent's turn stands right behind the message, unless others came between that did not wait. */
    private static final int MOST_TURNS_BEHIND = 50;

    private final ScriptRunner scripts;
    private final ScriptArguments arguments;
    private final String gateway;
    private final KeySpace space;

    /** @param space where its contacts' keys begin */
    RedisConversationStore(ScriptRunner scripts, ContactClock clock, String gateway, KeySpace space) {
        this.scripts = scripts;
        this.space = space;
        this.arguments = new ScriptArguments(clock, gateway);
        this.gateway = gateway;
    }

    @Override
    public String gateway() {
        return gateway;
    }

    @Override
    public Future<Admission> admit(Arrival arrival, Terms terms, Deadline deadline) {
        Call call = new Call(
                Script.ADMIT,
                space.keysOf(arrival.contact()).all(),
                attempt -> arguments.admit(arrival, terms, attempt, deadline.remainingMillis()));
        return punctually(call, deadline).map(reply -> admission(arrival, deadline, reply));
    }

    @Override
    public Future<Admission> open(Arrival arrival, AgentTurn answer, Terms terms, Deadline deadline) {
        Call call = new Call(
                Script.OPEN,
                space.keysOf(arrival.contact()).all(),
                attempt -> arguments.open(arrival, answer, terms, attempt.notAfter()));
        return punctually(call, deadline).map(reply -> admission(arrival, deadline, reply));
    }

    private Admission admission(Arrival arrival, Deadline deadline, Response reply) {
        return ScriptReplies.admission(arrival, gateway, deadline.remainingMillis(), reply);
    }

    @Override
    public Future<Fate> take(Contact contact, String nonce, Terms terms) {
        return scripts.run(Script.TAKE, space.keysOf(contact).all(), arguments.lane(nonce, terms))
                .map(reply -> ScriptReplies.fate(contact, reply));
    }

    @Override
    public Future<Fate> leave(Contact contact, String nonce, Terms terms) {
        return scripts.runKept(Script.LEAVE, space.keysOf(contact).all(), arguments.leave(nonce, terms))
                .map(reply -> ScriptReplies.fate(contact, reply));
    }

    @Override
    public Future<Settled> settle(Settlement settlement, Terms terms, Deadline deadline) {
        Call call = new Call(
                Script.SETTLE,
                space.keysOf(settlement.contact()).all(),
                attempt -> arguments.settle(settlement, terms, attempt.notAfter()));
        return scripts.runRepeatable(again -> attemptInTime(call, again), settlePauses(deadline))
                .map(ScriptReplies::settled);
    }

    /** As many as fit into what is left; once the deadline has passed a single attempt is all that there is time for. */
    private List<Long> settlePauses(Deadline deadline) {
        long left = deadline.remainingMillis();
        int fitting = 0;
        for (long pause : SETTLE_PAUSES_MILLIS) {
            left -= pause + scripts.primaries().timeoutMillis();
            fitting += left > 0 ? 1 : 0;
        }
        return SETTLE_PAUSES_MILLIS.subList(0, fitting);
    }

    @Override
    public Future<Void> acknowledge(LaneRun run, Terms terms) {
        return scripts.runKept(Script.ACKNOWLEDGE, space.keysOf(run.contact()).all(), arguments.acknowledge(run, terms))
                .map(ScriptReplies::unlessFenced)
                .mapEmpty();
    }

    @Override
    public Future<Void> reply(UnboundReply reply, Terms terms, Deadline deadline) {
        Call call = new Call(
                Script.REPLY,
                space.keysOf(reply.turn().contact()).all(),
                attempt -> arguments.reply(reply, terms, attempt.notAfter()));
        return scripts.runRepeatable(again -> attemptInTime(call, again), settlePauses(deadline))
                .mapEmpty();
    }

    @Override
    public Future<Boolean> abandon(Contact contact, String nonce, Terms terms) {
        return scripts.run(Script.ABANDON, space.keysOf(contact).all(), arguments.lane(nonce, terms))
                .map(reply -> ScriptReplies.number(reply, 2) > 0);
    }

    @Override
    public Future<Optional<KeptAnswer>> findAnswer(
            Contact contact, String nonce, Fingerprints fingerprints, Rules rules) {
        Keys keys = space.keysOf(contact);
        List<String> names = Stream.of(fingerprints.strong(), fingerprints.weak())
                .filter(print -> !print.isEmpty())
                .map(keys::duplicate)
                .toList();
        if (names.isEmpty()) {
            return Future.succeededFuture(Optional.empty());
        }
        return scripts.primaries()
                .send(names.get(0), Request.cmd(Command.MGET, names.toArray()))
                .compose(claims -> claims.stream()
                        .filter(Objects::nonNull)
                        .map(Response::toString)
                        .filter(claim -> AnswerJson.nonce(claim).equals(nonce))
                        .findFirst()
                        .map(claim -> ofClaim(keys, claim, rules))
                        .orElse(Future.succeededFuture(Optional.empty())));
    }

    /** The answer that a claim holds, or else the turn behind the message that it names. */
    private Future<Optional<KeptAnswer>> ofClaim(Keys keys, String claim, Rules rules) {
        Optional<KeptAnswer> held = AnswerJson.ofClaim(claim);
        if (held.isPresent()) {
            return Future.succeededFuture(held);
        }
        Request turns = Request.cmd(
                Command.ZRANGE,
                keys.turns(),
                AnswerJson.admittedAt(claim),
                "+inf",
                "BYSCORE",
                "LIMIT",
                "0",
                Integer.toString(MOST_TURNS_BEHIND));
        return scripts.primaries()
                .send(keys.turns(), turns)
                .map(reply -> TurnAnswer.find(
                        reply.stream().map(Response::toString).toList(), AnswerJson.nonce(claim), rules));
    }

    /**
     * A script on a contact's keys.
     *
     * @param keys all of them
     * @param arguments its arguments for an attempt
     */
    private record Call(Script script, List<String> keys, Function<Attempt, List<String>> arguments) {

        /** The answer goes out at once: nothing else is done with the message before. */
        boolean isKept() {
            return script != Script.ADMIT;
        }

        String key() {
            return keys.get(0);
        }
    }

    /**
     * One sending of a call.
     *
     * @param notAfter epoch ms of the server; after it the call must not take effect
     * @param isAgain whether an earlier attempt may have taken effect
     */
    record Attempt(String notAfter, boolean isAgain) {}

    private Future<Response> punctually(Call call, Deadline deadline) {
        boolean isTimeForTwo =
                deadline.remainingMillis() > 2 * scripts.primaries().timeoutMillis();
        return scripts.runRepeatable(
                again -> attemptInTime(call, again), isTimeForTwo ? ADMIT_PAUSES_MILLIS : List.of());
    }

    private Future<Response> attemptInTime(Call call, boolean isAgain) {
        return attempt(call, isAgain).compose(reply -> {
            if (!isLate(reply)) {
                return Future.succeededFuture(reply);
            }
            // The reply came in time, so it is the server's clock that was set: look at it and ask again.
            scripts.primaries().clockSaid(call.key(), Long.parseLong(ScriptReplies.text(reply, 1)));
            return attempt(call, isAgain).compose(RedisConversationStore::refuseLate);
        });
    }

    private Future<Response> attempt(Call call, boolean isAgain) {
        Primaries primaries = scripts.primaries();
        long notAfter = primaries.nowMillis(call.key()) + primaries.timeoutMillis() - LATE_MARGIN_MILLIS;
        List<String> given = call.arguments().apply(new Attempt(Long.toString(notAfter), isAgain));
        return call.isKept()
                ? scripts.runKept(call.script(), call.keys(), given)
                : scripts.run(call.script(), call.keys(), given);
    }

    private static boolean isLate(Response reply) {
        return ScriptReplies.word(reply).equals("late");
    }

    private static Future<Response> refuseLate(Response reply) {
        return isLate(reply)
                ? Future.failedFuture(new TurngateException(Kind.STATE_UNAVAILABLE, "Redis took a command too late"))
                : Future.succeededFuture(reply);
    }
}
