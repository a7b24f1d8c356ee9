package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.core.Reason;
import io.turngate.core.Turn;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.turngate.store.Admission;
import io.turngate.store.Admission.Busy;
import io.turngate.store.Admission.Duplicate;
import io.turngate.store.Admission.Opened;
import io.turngate.store.Admission.Refused;
import io.turngate.store.Admission.Running;
import io.turngate.store.Admission.Unbound;
import io.turngate.store.Admission.Waiting;
import io.turngate.store.Arrival;
import io.turngate.store.Fate;
import io.turngate.store.LaneRun;
import io.turngate.store.Marks;
import io.turngate.store.Settlement.Settled;
import io.vertx.core.json.JsonObject;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the scripts answer, as the words of the store. */
final class ScriptReplies {

    private static final int RUN_HEAD = 7;
    private static final int ENTRY_WIDTH = 8;

    private ScriptReplies() {}

    static String word(Response reply) {
        return text(reply, 0);
    }

    /** What became of an arrival whose request this gateway holds open for the given time yet. */
    static Admission admission(Arrival arrival, String gateway, long openMillis, Response reply) {
        return switch (word(reply)) {
            case "own" -> new Running(ownRun(arrival, gateway, openMillis, reply), marks(reply, 5));
            case "run" -> new Running(run(arrival.contact(), reply), marks(reply, 5));
            case "waiting" -> new Waiting(text(reply, 1), text(reply, 2), marks(reply, 4));
            case "busy" -> new Busy(text(reply, 1), text(reply, 2), number(reply, 3));
            case "duplicate" ->
                new Duplicate(
                        text(reply, 1),
                        AnswerJson.nonce(text(reply, 2)),
                        AnswerJson.ofClaim(text(reply, 2)),
                        marks(reply, 3));
            case "opened" -> new Opened(text(reply, 1), number(reply, 2), marks(reply, 3));
            case "unbound" -> new Unbound(text(reply, 1), text(reply, 2), marks(reply, 3));
            case "full" -> new Refused(text(reply, 1), Reason.RATE_LIMITED, marks(reply, 2));
            case "crowded" -> new Refused("", Reason.OVERLOAD, Admission.BOUND);
            case "lost" ->
                throw new TurngateException(Kind.STATE_UNAVAILABLE, "the message was handed over while Redis was away");
            default -> throw unexpected(reply);
        };
    }

    static Fate fate(Contact contact, Response reply) {
        return switch (word(reply)) {
            case "run" -> new Fate.Taken(run(contact, reply));
            case "waiting" -> new Fate.StillWaiting(text(reply, 2));
            case "running" -> new Fate.InRun(number(reply, 1), isSet(reply, 2));
            case "done" -> new Fate.Done(AnswerJson.parse(new JsonObject(text(reply, 1))));
            case "acknowledged" -> new Fate.Acknowledged(number(reply, 1), isSet(reply, 2));
            case "left" -> new Fate.Left(number(reply, 1));
            case "lost" -> new Fate.Lost();
            default -> throw unexpected(reply);
        };
    }

    static Settled settled(Response reply) {
        return new Settled(number(unlessFenced(reply), 1), isSet(reply, 2));
    }

    /** A reply of one who still holds the lane. */
    static Response unlessFenced(Response reply) {
        if (word(reply).equals("fenced")) {
            throw new TurngateException(Kind.STATE_UNAVAILABLE, "the run's lease had run out and was taken over");
        }
        return reply;
    }

    private static LaneRun run(Contact contact, Response reply) {
        long now = Long.parseLong(text(reply, 3));
        int entries = number(reply, 6);
        List<LaneRun.Entry> parsed = new ArrayList<>(entries);
        for (int i = 0; i < entries; i++) {
            parsed.add(entry(reply, RUN_HEAD + i * ENTRY_WIDTH, now));
        }
        return new LaneRun(
                contact,
                text(reply, 1),
                text(reply, 2),
                now,
                Long.parseLong(text(reply, 4)),
                parsed,
                turnsOldestFirst(reply, RUN_HEAD + entries * ENTRY_WIDTH));
    }

    /** A run for the message alone that was admitted, which is known here. */
    private static LaneRun ownRun(Arrival arrival, String gateway, long openMillis, Response reply) {
        long now = Long.parseLong(text(reply, 3));
        LaneRun.Entry entry = new LaneRun.Entry(
                arrival.nonce(),
                text(reply, 6),
                number(reply, 7),
                Math.max(0, openMillis),
                gateway,
                arrival.media(),
                arrival.text(),
                false);
        return new LaneRun(
                arrival.contact(),
                text(reply, 1),
                text(reply, 2),
                now,
                Long.parseLong(text(reply, 4)),
                List.of(entry),
                turnsOldestFirst(reply.get(8), 0));
    }

    private static LaneRun.Entry entry(Response reply, int first, long now) {
        return new LaneRun.Entry(
                text(reply, first),
                text(reply, first + 1),
                number(reply, first + 2),
                Math.max(0, Long.parseLong(text(reply, first + 3)) - now),
                text(reply, first + 4),
                text(reply, first + 5),
                new JsonObject("{" + text(reply, first + 6) + "}").getString("text"),
                isSet(reply, first + 7));
    }

    /** The turns at the end of a script's reply, which come newest first, in the order in which they were said. */
    static List<Turn> turnsOldestFirst(Response reply, int first) {
        List<Turn> turns = new ArrayList<>(Math.max(0, reply.size() - first));
        for (int i = first; i < reply.size(); i++) {
            TurnJson.parse(text(reply, i)).ifPresent(turns::add);
        }
        Collections.reverse(turns);
        return turns;
    }

    static String text(Response reply, int index) {
        return reply.get(index).toString();
    }

    static int number(Response reply, int index) {
        return Integer.parseInt(text(reply, index));
    }

    private static Marks marks(Response reply, int index) {
        String marks = text(reply, index);
        return new Marks(marks.contains("n"), marks.contains("t"), !marks.contains("u"));
    }

    static boolean isSet(Response reply, int index) {
        return text(reply, index).equals("1");
    }

    private static IllegalStateException unexpected(Response reply) {
        return new IllegalStateException("a script answered " + word(reply));
    }
}
