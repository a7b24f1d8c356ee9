package io.turngate.eval;

import io.turngate.config.EvalCase;
import io.turngate.core.Reason;
import io.turngate.eval.Verdict.Failed;
import io.turngate.eval.Verdict.Skipped;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** A run for scripts. */
public final class JsonReport {

    private JsonReport() {}

    /** The whole file. */
    public static String of(Summary run) {
        JsonArray cases = new JsonArray();
        run.results().forEach(result -> cases.add(of(result)));
        return new JsonObject()
                        .put("tenant", run.tenant())
                        .put("runner", run.runner())
                        .put("millis", run.took().toMillis())
                        .put("passed", run.count(CaseResult::isPassed))
                        .put("failed", run.count(CaseResult::isFailed))
                        .put("skipped", run.count(CaseResult::isSkipped))
                        .put("tokensIn", run.spent().tokensIn())
                        .put("tokensOut", run.spent().tokensOut())
                        .put("costMicroUsd", run.spent().costMicroUsd())
                        .put("cases", cases)
                        .encodePrettily()
                + "\n";
    }

    private static JsonObject of(CaseResult result) {
        EvalCase evalCase = result.evalCase();
        JsonObject json = new JsonObject()
                .put("name", evalCase.name())
                .put("file", evalCase.file())
                .put("line", evalCase.line())
                .put("verdict", result.isPassed() ? "passed" : result.isFailed() ? "failed" : "skipped");
        result.seen().ifPresent(seen -> addSeen(json, seen));
        if (result.verdict() instanceof Skipped skipped) {
            json.put("why", skipped.why());
        }
        if (result.verdict() instanceof Failed failed) {
            JsonArray misses = new JsonArray();
            failed.misses()
                    .forEach(miss -> misses.add(
                            new JsonObject().put("expected", miss.expected()).put("seen", miss.seen())));
            json.put("misses", misses);
        }
        return json;
    }

    private static void addSeen(JsonObject json, Observation seen) {
        json.put("outcome", seen.answer().outcome().wireName())
                .put("reason", seen.answer().reason().map(Reason::wireName).orElse(""))
                .put("turn", seen.answer().turn())
                .put("messages", new JsonArray(seen.answer().texts()))
                .put("millis", seen.millis())
                .put("tokensIn", seen.spent().tokensIn())
                .put("tokensOut", seen.spent().tokensOut())
                .put("costMicroUsd", seen.spent().costMicroUsd());
        seen.places().ifPresent(places -> json.put("history", new JsonArray(places)));
        seen.failure().ifPresent(failure -> json.put("failure", failure));
    }
}
