package io.turngate.store.redis;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.core.Turn;
import io.turngate.store.AgentTurn;
import io.turngate.store.AgentTurn.RunnerWork;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A turn as the member of a sorted set. Scripts put the id in front and splice these members behind it, so that text
 * passes through them as it is: Lua's own JSON would change it.
 */
final class TurnJson {

    private static final Logger LOG = LoggerFactory.getLogger(TurnJson.class);

    private TurnJson() {}

    /** The members that every turn begins with, after its id. */
    static String head(Role role, String text) {
        return "\"role\":\"" + role.wireName() + "\",\"text\":" + Json.encode(text);
    }

    /** What else is kept of an agent's turn, each member with its comma. */
    static String tail(AgentTurn turn) {
        StringBuilder members = new StringBuilder(outcome(turn));
        turn.work().ifPresent(work -> append(members, work));
        return members.toString();
    }

    /** What became of the message that a turn answers, each member with its comma. */
    static String outcome(AgentTurn turn) {
        String outcome = ",\"outcome\":\"" + turn.outcome().wireName() + '"';
        return turn.reason()
                .map(reason -> outcome + ",\"reason\":\"" + reason.wireName() + '"')
                .orElse(outcome);
    }

    private static void append(StringBuilder members, RunnerWork work) {
        members.append(",\"runner\":").append(Json.encode(work.runner()));
        if (work.tokensIn() > 0) {
            members.append(",\"tokensIn\":").append(work.tokensIn());
        }
        if (work.tokensOut() > 0) {
            members.append(",\"tokensOut\":").append(work.tokensOut());
        }
        members.append(",\"millis\":").append(work.millis());
        members.append(",\"history\":").append(work.history());
    }

    /**
     * Reads a member back. One that was damaged by hand is left out and logged: it must not end the conversation for
     * good.
     */
    static Optional<Turn> parse(String member) {
        try {
            return TurnReader.read(member).or(() -> Optional.of(parsed(member)));
        } catch (RuntimeException e) {
            LOG.error(
                    "a turn cannot be read and is left out of the history: {}",
                    e.getClass().getSimpleName());
            return Optional.empty();
        }
    }

    /** In any order of its members; throws if it is no turn. */
    static Turn parsed(String member) {
        JsonObject turn = new JsonObject(member);
        String id = turn.getString("id");
        String text = turn.getString("text");
        Role role = Role.valueOf(turn.getString("role").toUpperCase(Locale.ROOT));
        long recordedAt = Long.parseLong(id.substring(0, id.indexOf('-')));
        if (text == null || text.isEmpty()) {
            throw new IllegalArgumentException("a turn without text");
        }
        return new Turn(
                id,
                role,
                text,
                recordedAt,
                word(Outcome.class, turn.getString("outcome")),
                word(Reason.class, turn.getString("reason")));
    }

    /** A word of a later version is not a reason to lose the turn. */
    private static <E extends Enum<E>> @Nullable E word(Class<E> words, @Nullable String word) {
        if (word == null) {
            return null;
        }
        try {
            return Enum.valueOf(words, word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
