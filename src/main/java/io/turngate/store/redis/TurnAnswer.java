package io.turngate.store.redis;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.rules.Rules;
import io.turngate.store.AgentTurn;
import io.turngate.store.AgentTurn.RunnerWork;
import io.turngate.store.KeptAnswer;
import io.turngate.store.Settlement;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The answer of a message as its turns tell it. The usual one is kept nowhere else: a fingerprint leads to the message, and the
 * agent's turn behind it says what was answered.
 */
final class TurnAnswer {

    private TurnAnswer() {}

    /** Whether the one turn of a settlement says all that its one answer does. */
    static boolean tellsAll(Settlement settlement) {
        if (settlement.turns().size() != 1 || settlement.answers().size() != 1) {
            return false;
        }
        AgentTurn turn = settlement.turns().get(0);
        KeptAnswer answer = settlement.answers().values().iterator().next();
        return turn.texts().size() == 1
                && turn.texts().equals(answer.texts())
                && turn.outcome() == answer.outcome()
                && turn.reason().equals(answer.reason())
                && turn.work().map(RunnerWork::history).orElse(0) == answer.history()
                && !answer.hungUp();
    }

    /**
     * What a message was answered with.
     *
     * @param turns members of a contact's turns, oldest first, from the message on
     * @param nonce the message's
     * @return empty while the agent has not answered it, or if it is not among them
     */
    static Optional<KeptAnswer> find(List<String> turns, String nonce, Rules rules) {
        List<JsonObject> parsed = turns.stream().map(JsonObject::new).toList();
        return parsed.stream()
                .filter(turn -> is(turn, Role.CONTACT) && turn.getString("id").endsWith("-" + nonce))
                .findFirst()
                .flatMap(asked -> parsed.stream()
                        .filter(turn ->
                                is(turn, Role.AGENT) && asked.getString("id").equals(turn.getString("to")))
                        .findFirst()
                        .map(said -> answer(said, asked.getInteger("count", 0), rules)));
    }

    private static boolean is(JsonObject turn, Role role) {
        return role.wireName().equals(turn.getString("role"));
    }

    private static KeptAnswer answer(JsonObject said, int count, Rules rules) {
        return new KeptAnswer(
                false,
                count,
                rules.turnsLeft(count),
                said.getInteger("history", 0),
                Outcome.valueOf(said.getString("outcome").toUpperCase(Locale.ROOT)),
                Optional.ofNullable(said.getString("reason"))
                        .map(word -> Reason.valueOf(word.toUpperCase(Locale.ROOT))),
                List.of(said.getString("text")));
    }
}
