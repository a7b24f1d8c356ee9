package io.turngate.config;

import io.turngate.rules.Keywords;
import io.turngate.rules.OpeningTrigger;
import io.turngate.rules.Rules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Makes {@link Rules} of a rules.json that has its defaults filled in. */
final class RulesReader {

    private static final Pointer RETENTION = Pointer.of("retentionDays");
    private static final Pointer HISTORY = Pointer.of("historyDays");
    private static final Pointer IDLE_RESET = Pointer.of("idleResetHours");
    private static final int HOURS_A_DAY = 24;

    private RulesReader() {}

    /** Turns must be kept as long as the history and the count of a stretch reach. */
    static void checkRetention(JsonObject json, Problems problems) {
        if (!(RETENTION.find(json) instanceof Number retention) || problems.has(RETENTION)) {
            return;
        }
        long days = retention.longValue();
        if (HISTORY.find(json) instanceof Number history && !problems.has(HISTORY) && days < history.longValue()) {
            problems.add(
                    RETENTION,
                    "must be at least historyDays (" + history.longValue() + "), is " + days
                            + ": turns are kept as long as the history reaches");
        }
        if (IDLE_RESET.find(json) instanceof Number idle
                && !problems.has(IDLE_RESET)
                && days * HOURS_A_DAY < idle.longValue()) {
            problems.add(
                    RETENTION,
                    "must be, in hours, at least idleResetHours (" + idle.longValue() + "), is " + days + " days, "
                            + days * HOURS_A_DAY + " hours: turns are kept as long as a stretch can last");
        }
    }

    /** Reads a valid file. */
    static Rules read(JsonObject json, String version) {
        return new Rules(
                version,
                json.getInteger("historyDays"),
                json.getInteger("idleResetHours"),
                json.getInteger("maxTurnsPerConversation"),
                json.getJsonObject("rateLimit").getInteger("turnsPerSubscriberPerHour"),
                messages(json.getJsonObject("messages")),
                json.getDouble("confidenceThreshold"),
                new Keywords(texts(json.getJsonArray("escalationKeywords"))),
                Optional.ofNullable(json.getJsonObject("openingTrigger")).map(RulesReader::openingTrigger),
                budget(json.getJsonObject("budget")),
                json.getInteger("duplicateSeconds"),
                Optional.ofNullable(json.getInteger("retentionDays")),
                json.getBoolean("showAges"));
    }

    private static Rules.Messages messages(JsonObject messages) {
        return new Rules.Messages(
                messages.getString("acknowledgement"),
                messages.getString("escalation"),
                Optional.ofNullable(messages.getString("mediaFallback")));
    }

    private static OpeningTrigger openingTrigger(JsonObject trigger) {
        return new OpeningTrigger(texts(trigger.getJsonArray("keywords")), trigger.getString("message"));
    }

    private static Rules.Budget budget(JsonObject budget) {
        return new Rules.Budget(budget.getLong("dailyTokenCap"), budget.getDouble("dailyCostCapUsd"));
    }

    private static List<String> texts(JsonArray array) {
        return array.stream().map(String::valueOf).toList();
    }
}
