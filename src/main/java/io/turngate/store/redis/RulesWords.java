package io.turngate.store.redis;

import io.turngate.core.Role;
import io.turngate.rules.Rules;
import io.vertx.core.json.Json;
import java.time.Duration;
import java.util.List;

/**
 * What the scripts of a lane are told of rules.
 *
 * @param limits the version, and the limits that a message is judged by
 * @param escalation the head of an agent's turn that hands the contact over
 * @param acknowledgement as JSON
 */
record RulesWords(List<String> limits, String escalation, String acknowledgement) {

    static RulesWords of(Rules rules) {
        List<String> limits = List.of(
                rules.version(),
                ScriptArguments.millis(rules.historyReach()),
                Integer.toString(rules.idleResetHours()),
                Integer.toString(rules.maxTurnsPerConversation()),
                rules.retentionDays()
                        .map(days -> ScriptArguments.millis(Duration.ofDays(days)))
                        .orElse(""));
        return new RulesWords(
                limits,
                TurnJson.head(Role.AGENT, rules.messages().escalation()),
                Json.encode(rules.messages().acknowledgement()));
    }

    /** Empty where nothing can be pushed: then nobody is told that an answer comes later. */
    String acknowledgement(boolean canPush) {
        return canPush ? acknowledgement : "";
    }
}
