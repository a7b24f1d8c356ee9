package io.turngate.store.redis;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.rules.Rules;
import io.turngate.store.AgentTurn;
import io.turngate.store.Arrival;
import io.turngate.store.ConversationStore.UnboundReply;
import io.turngate.store.Fingerprints;
import io.turngate.store.KeptAnswer;
import io.turngate.store.LaneRun;
import io.turngate.store.Proof;
import io.turngate.store.Settlement;
import io.turngate.store.Settlement.Carriage;
import io.turngate.store.Terms;
import io.turngate.store.redis.RedisConversationStore.Attempt;
import io.vertx.core.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** The arguments of the scripts, in the order that each script's head says. */
final class ScriptArguments {

    private final ContactClock clock;
    private final String gateway;

    /** Rules stay the same for thousands of messages; what was made of them goes with them. */
    private final LoadingCache<Rules, RulesWords> wordsOf =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build(RulesWords::of);

    ScriptArguments(ContactClock clock, String gateway) {
        this.clock = clock;
        this.gateway = gateway;
    }

    /** What every script of the lane begins with. */
    List<String> lane(String nonce, Terms terms) {
        RulesWords rules = wordsOf.get(terms.rules());
        List<String> arguments = new ArrayList<>();
        arguments.add(clock.argument());
        arguments.add(gateway);
        arguments.add(nonce);
        arguments.addAll(rules.limits());
        arguments.add(millis(terms.lease()));
        arguments.add(rules.escalation());
        arguments.add(rules.acknowledgement(terms.canPush()));
        return arguments;
    }

    List<String> admit(Arrival arrival, Terms terms, Attempt attempt, long openMillis) {
        List<String> arguments = lane(arrival.nonce(), terms);
        arguments.add(attempt.notAfter());
        arguments.add(TurnJson.head(Role.CONTACT, arrival.text()));
        arguments.add(Boolean.toString(arrival.cut()));
        arguments.add(arrival.media());
        arguments.add(Long.toString(openMillis));
        arguments.add(Integer.toString(terms.rules().turnsPerSubscriberPerHour()));
        arguments.add(newConversationId());
        arguments.add(arrival.mayBeNew() ? "1" : "");
        arguments.add(arrival.channel().wireName());
        addProof(arguments, arrival.proof());
        addFingerprints(arguments, arrival.fingerprints());
        arguments.add(attempt.isAgain() ? "1" : "");
        return arguments;
    }

    List<String> open(Arrival arrival, AgentTurn answer, Terms terms, String notAfter) {
        List<String> arguments = lane(arrival.nonce(), terms);
        arguments.add(notAfter);
        arguments.add(TurnJson.head(Role.AGENT, answer.text()));
        arguments.add(TurnJson.tail(answer));
        arguments.add(AnswerJson.membersAfterCounts(
                new KeptAnswer(false, 0, 0, 0, answer.outcome(), answer.reason(), List.of(answer.text()))));
        arguments.add(Integer.toString(terms.rules().turnsPerSubscriberPerHour()));
        arguments.add(newConversationId());
        arguments.add(arrival.mayBeNew() ? "1" : "");
        addProof(arguments, arrival.proof());
        addFingerprints(arguments, arrival.fingerprints());
        return arguments;
    }

    List<String> leave(String nonce, Terms terms) {
        List<String> arguments = lane(nonce, terms);
        arguments.add(",\"outcome\":\"escalated\",\"reason\":\"busy\"");
        arguments.add(AnswerJson.membersAfterCounts(new KeptAnswer(
                false,
                0,
                0,
                0,
                Outcome.ESCALATED,
                Optional.of(Reason.BUSY),
                List.of(terms.rules().messages().escalation()))));
        return arguments;
    }

    List<String> settle(Settlement settlement, Terms terms, String notAfter) {
        List<String> arguments = new ArrayList<>();
        arguments.add(clock.argument());
        arguments.add(gateway);
        arguments.add(settlement.fence().orElse(""));
        arguments.add(notAfter);
        arguments.add(
                switch (settlement.carriage()) {
                    case ANSWERED -> "";
                    case ANSWERED_OR_PUSHED -> "behind";
                    case PUSHED -> "push";
                });
        arguments.add(wordsOf.get(terms.rules()).acknowledgement(terms.canPush()));
        arguments.add(Integer.toString(settlement.turns().size()));
        arguments.add(TurnAnswer.tellsAll(settlement) ? "1" : "");
        for (AgentTurn turn : settlement.turns()) {
            arguments.add(turn.nonce());
            arguments.add(turn.to());
            arguments.add(TurnJson.head(Role.AGENT, turn.text()));
            arguments.add(TurnJson.tail(turn));
            arguments.add(settlement.carriage() == Carriage.ANSWERED ? "" : pushed(turn, settlement.link()));
        }
        for (Map.Entry<String, KeptAnswer> answer : settlement.answers().entrySet()) {
            arguments.add(answer.getKey());
            arguments.add(AnswerJson.members(answer.getValue()));
        }
        return arguments;
    }

    List<String> acknowledge(LaneRun run, Terms terms) {
        List<String> arguments = lane("", terms);
        arguments.add(run.fence());
        return arguments;
    }

    List<String> reply(UnboundReply reply, Terms terms, String notAfter) {
        List<String> arguments = lane(reply.nonce(), terms);
        AgentTurn turn = reply.turn();
        arguments.add(notAfter);
        arguments.add(turn.nonce());
        arguments.add(turn.to());
        arguments.add(TurnJson.head(Role.AGENT, turn.text()));
        arguments.add(TurnJson.tail(turn));
        arguments.add(AnswerJson.members(reply.answer()));
        addFingerprints(arguments, reply.fingerprints());
        return arguments;
    }

    /** What a turn says to whoever pushes it. */
    private static String pushed(AgentTurn turn, Optional<String> link) {
        String members = "\"texts\":" + AnswerJson.texts(turn.texts()) + TurnJson.outcome(turn);
        return link.isPresent() && turn.outcome() == Outcome.ESCALATED
                ? members + ",\"link\":" + Json.encode(link.get())
                : members;
    }

    List<String> inspect(Rules rules) {
        return List.of(
                clock.argument(),
                millis(rules.historyReach()),
                Integer.toString(rules.idleResetHours()),
                Integer.toString(rules.maxTurnsPerConversation()));
    }

    List<String> clockOnly() {
        return List.of(clock.argument());
    }

    private static void addProof(List<String> arguments, Proof proof) {
        arguments.add(proof.mode().name().toLowerCase(Locale.ROOT));
        arguments.add(proof.tokenDigest());
    }

    private static void addFingerprints(List<String> arguments, Fingerprints prints) {
        arguments.add(prints.strong());
        arguments.add(millis(prints.strongWindow()));
        arguments.add(prints.weak());
        arguments.add(millis(prints.weakWindow()));
        arguments.add(prints.stampTag());
        arguments.add(
                prints.stampMillis().isPresent()
                        ? Long.toString(prints.stampMillis().getAsLong())
                        : "");
    }

    static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    private static String newConversationId() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}
