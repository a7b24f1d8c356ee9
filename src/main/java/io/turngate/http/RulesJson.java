package io.turngate.http;

import io.turngate.rules.Rules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The rules in force, with their defaults filled in, under the names of rules.json. */
final class RulesJson {

    private RulesJson() {}

    static JsonObject of(Rules rules) {
        JsonObject messages = new JsonObject()
                .put("acknowledgement", rules.messages().acknowledgement())
                .put("escalation", rules.messages().escalation());
        rules.messages().mediaFallback().ifPresent(text -> messages.put("mediaFallback", text));
        JsonObject json = new JsonObject()
                .put("historyDays", rules.historyDays())
                .put("idleResetHours", rules.idleResetHours())
                .put("maxTurnsPerConversation", rules.maxTurnsPerConversation())
                .put("rateLimit", new JsonObject().put("turnsPerSubscriberPerHour", rules.turnsPerSubscriberPerHour()))
                .put("messages", messages)
                .put("confidenceThreshold", rules.confidenceThreshold())
                .put(
                        "escalationKeywords",
                        new JsonArray(rules.escalationKeywords().words()))
                .put("duplicateSeconds", rules.duplicateSeconds())
                .put("showAges", rules.showAges())
                .put(
                        "budget",
                        new JsonObject()
                                .put("dailyTokenCap", rules.budget().dailyTokenCap())
                                .put("dailyCostCapUsd", rules.budget().dailyCostCapUsd()));
        rules.openingTrigger()
                .ifPresent(opening -> json.put(
                        "openingTrigger",
                        new JsonObject()
                                .put("keywords", new JsonArray(opening.words()))
                                .put("message", opening.message())));
        rules.retentionDays().ifPresent(days -> json.put("retentionDays", days));
        return json;
    }
}
