package io.turngate.store.redis;

import io.turngate.core.Deadline;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.core.Turn;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.rules.Rules;
import io.turngate.store.Admission;
import io.turngate.store.Admission.Admitted;
import io.turngate.store.Admission.Opened;
import io.turngate.store.Admission.Refused;
import io.turngate.store.AgentTurn;
import io.turngate.store.Arrival;
import io.turngate.store.ConversationStore;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A contact's kept state in Redis: one script to admit a message, one to settle it. */
public final class RedisConversationStore implements ConversationStore {

    /** Long enough for a dropped connection to be made again, short beside the reply deadline. */
    private static final List<Long> ADMIT_PAUSES_MILLIS = List.of(150L);

    /** A reply that was already produced is worth more patience than a message that was not yet admitted. */
    private static final List<Long> SETTLE_PAUSES_MILLIS = List.of(100L, 300L, 600L);

    /** Beginning of the turns in the reply of {@code admit.lua}. */
    private static final int FIRST_TURN = 6;

    /** A command must not take effect after its sender gave up: it is refused this much earlier. */
    private static final long LATE_MARGIN_MILLIS = 50;

    private final ScriptRunner scripts;
    private final ContactClock clock;

    RedisConversationStore(ScriptRunner scripts, ContactClock clock) {
        this.scripts = scripts;
        this.clock = clock;
    }

    @Override
    public Future<Admission> admit(Arrival arrival, Rules rules, Deadline deadline) {
        Keys keys = Keys.of(arrival.contact());
        List<String> keyNames = List.of(keys.turns(), keys.cap(), keys.rate(), keys.contact());
        String conversationId = newConversationId();
        return punctually(
                        Script.ADMIT,
                        keyNames,
                        deadline,
                        notAfter -> List.of(
                                clock.argument(),
                                notAfter,
                                arrival.nonce(),
                                TurnJson.head(Role.CONTACT, arrival.text()),
                                rules.version(),
                                flag(arrival.cut()),
                                millis(rules.historyReach()),
                                Integer.toString(rules.idleResetHours()),
                                Integer.toString(rules.maxTurnsPerConversation()),
                                Integer.toString(rules.turnsPerSubscriberPerHour()),
                                rules.retentionDays()
                                        .map(days -> millis(Duration.ofDays(days)))
                                        .orElse(""),
                                conversationId,
                                flag(arrival.mayBeNew())))
                .map(RedisConversationStore::admission);
    }

    @Override
    public Future<Admission> open(Arrival arrival, AgentTurn answer, Rules rules, Deadline deadline) {
        Keys keys = Keys.of(arrival.contact());
        List<String> keyNames = List.of(keys.turns(), keys.cap(), keys.rate(), keys.contact());
        String conversationId = newConversationId();
        return punctually(
                        Script.OPEN,
                        keyNames,
                        deadline,
                        notAfter -> List.of(
                                clock.argument(),
                                notAfter,
                                arrival.nonce(),
                                TurnJson.head(Role.AGENT, answer.text()),
                                TurnJson.tail(answer),
                                Integer.toString(rules.turnsPerSubscriberPerHour()),
                                Integer.toString(rules.idleResetHours()),
                                Integer.toString(rules.maxTurnsPerConversation()),
                                conversationId,
                                flag(arrival.mayBeNew())))
                .map(RedisConversationStore::admission);
    }

    @Override
    public Future<Void> settle(AgentTurn turn) {
        Keys keys = Keys.of(turn.contact());
        List<String> arguments = List.of(
                clock.argument(), turn.nonce(), turn.to(), TurnJson.head(Role.AGENT, turn.text()), TurnJson.tail(turn));
        return scripts.runRepeatable(
                        () -> scripts.run(Script.SETTLE, List.of(keys.turns()), arguments), SETTLE_PAUSES_MILLIS)
                .mapEmpty();
    }

    /** Makes the arguments of a script for an attempt that must not take effect after the given moment. */
    @FunctionalInterface
    private interface Arguments {
        List<String> notAfter(String serverMillis);
    }

    private Future<Response> punctually(Script script, List<String> keys, Deadline deadline, Arguments arguments) {
        List<Long> pauses =
                deadline.remainingMillis() > 2 * scripts.link().timeoutMillis() ? ADMIT_PAUSES_MILLIS : List.of();
        return scripts.runRepeatable(
                () -> attempt(script, keys, arguments).compose(reply -> {
                    if (!isLate(reply)) {
                        return Future.succeededFuture(reply);
                    }
                    // The reply came in time, so it is the server's clock that was set: look at it and ask again.
                    scripts.link().serverClockSaid(Long.parseLong(reply.get(1).toString()));
                    return attempt(script, keys, arguments).compose(RedisConversationStore::refuseLate);
                }),
                pauses);
    }

    private Future<Response> attempt(Script script, List<String> keys, Arguments arguments) {
        RedisLink link = scripts.link();
        long notAfter = link.serverNowMillis() + link.timeoutMillis() - LATE_MARGIN_MILLIS;
        return scripts.run(script, keys, arguments.notAfter(Long.toString(notAfter)));
    }

    private static boolean isLate(Response reply) {
        return reply.get(0).toString().equals("late");
    }

    private static Future<Response> refuseLate(Response reply) {
        return isLate(reply)
                ? Future.failedFuture(new TurngateException(Kind.STATE_UNAVAILABLE, "Redis took a command too late"))
                : Future.succeededFuture(reply);
    }

    private static Admission admission(Response reply) {
        String word = reply.get(0).toString();
        return switch (word) {
            case "admitted" ->
                new Admitted(
                        reply.get(1).toString(),
                        reply.get(2).toString(),
                        Integer.parseInt(reply.get(3).toString()),
                        turnsOldestFirst(reply, FIRST_TURN),
                        isSet(reply.get(5)));
            case "opened" ->
                new Opened(
                        reply.get(1).toString(), Integer.parseInt(reply.get(2).toString()), isSet(reply.get(3)));
            case "full" -> new Refused(reply.get(1).toString(), Reason.RATE_LIMITED);
            case "crowded" -> new Refused("", Reason.OVERLOAD);
            default -> throw new IllegalStateException("a script answered " + word);
        };
    }

    /** The turns at the end of a script's reply, which come newest first, in the order in which they were said. */
    static List<Turn> turnsOldestFirst(Response reply, int first) {
        List<Turn> turns = new ArrayList<>(Math.max(0, reply.size() - first));
        for (int i = first; i < reply.size(); i++) {
            TurnJson.parse(reply.get(i).toString()).ifPresent(turns::add);
        }
        Collections.reverse(turns);
        return turns;
    }

    private static boolean isSet(Response flag) {
        return flag.toString().equals("1");
    }

    private static String flag(boolean value) {
        return value ? "1" : "";
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private static String newConversationId() {
        return String.format("%016x", ThreadLocalRandom.current().nextLong());
    }
}
