package io.turngate;

import io.turngate.ChaosJudge.Kind;
import io.turngate.ChaosJudge.Violation;
import io.turngate.ChaosRecord.Said;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What came of a chaos run.
 *
 * @param violations what is wrong
 * @param client who counted the requests
 * @param kills how often each kind of process was killed
 * @param errors what gateways logged at error
 */
record ChaosReport(
        ChaosPlan plan,
        ChaosRecord record,
        List<Violation> violations,
        ChaosClient client,
        Map<String, Integer> kills,
        List<String> errors) {

    private static final int MOST_LINES = 40;

    /** Whether nothing at all was wrong: no mistakes, each message answered, and no gateway logged an error. */
    boolean isClean() {
        return violations.isEmpty() && errors.isEmpty() && withoutAnswer() == 0;
    }

    /** For scripts: figures, and the number of mistakes of each kind. */
    JsonObject json() {
        JsonObject json = new JsonObject()
                .put("seed", plan.seed())
                .put("seconds", plan.seconds())
                .put("contacts", plan.contacts())
                .put("messages", record.said().size())
                .put("requests", client.requests())
                .put("repeats", client.repeats())
                .put("requestsFailed", client.failures())
                .put("acknowledged", record.taken().count())
                .put(
                        "handedOver",
                        said(message -> message.takenNanos().isEmpty()
                                && !message.told().isEmpty()))
                .put("withoutAnswer", withoutAnswer())
                .put(
                        "pushed",
                        record.pushed().values().stream().mapToInt(List::size).sum())
                .put("deadLetters", record.deadLetters().size())
                .put("modelRequests", record.asked().size())
                .put("gatewaysKilled", kills.get("gateway"))
                .put("redisKilled", kills.get("redis"))
                .put("errorLines", errors.size());
        for (Kind kind : Kind.values()) {
            json.put(kind.name().toLowerCase(Locale.ROOT), of(kind));
        }
        return json.put(
                "violations",
                new JsonArray(violations.stream().map(Violation::toString).toList()));
    }

    /** The same for people; at most forty mistakes. */
    List<String> lines() {
        JsonObject json = json();
        List<String> lines = new ArrayList<>();
        lines.add(line(json, "killed: gateways %s times, Redis %s times", "gatewaysKilled", "redisKilled"));
        lines.add(line(json, "%s messages in %s requests", "messages", "requests")
                + line(json, ", %s of them sent again on purpose, %s failed", "repeats", "requestsFailed"));
        lines.add(line(json, "%s acknowledged, %s handed over for want of Redis or time", "acknowledged", "handedOver")
                + line(json, ", %s without any answer", "withoutAnswer"));
        lines.add(line(json, "%s asked of the model, %s pushed", "modelRequests", "pushed")
                + line(json, ", %s dead letters, %s lines at error", "deadLetters", "errorLines"));
        lines.add(line(json, "%s lost, %s kept twice, ", "lost", "kept_twice")
                + line(json, "%s run twice, %s pushed twice, ", "run_twice", "pushed_twice")
                + line(json, "%s untold, %s out of order, ", "untold", "out_of_order")
                + line(json, "%s stuck", "stuck"));
        violations.stream().limit(MOST_LINES).map(Violation::toString).forEach(lines::add);
        errors.stream().limit(MOST_LINES).forEach(lines::add);
        return lines;
    }

    private static String line(JsonObject json, String format, String... fields) {
        Object[] values = new Object[fields.length];
        for (int i = 0; i < fields.length; i++) {
            values[i] = json.getValue(fields[i]);
        }
        return String.format(Locale.ROOT, format, values);
    }

    private long withoutAnswer() {
        return said(message -> message.told().isEmpty());
    }

    private long of(Kind kind) {
        return violations.stream().filter(wrong -> wrong.kind() == kind).count();
    }

    private long said(Predicate<Said> which) {
        return record.said().stream().filter(which).count();
    }
}
