package io.turngate.runner.scripted;

import io.turngate.core.Deadline;
import io.turngate.core.Reason;
import io.turngate.rules.Keywords;
import io.turngate.runner.Runner;
import io.turngate.runner.RunnerReply;
import io.turngate.runner.RunnerRequest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Answers from the tenant's answers.json: the first entry whose keyword occurs in the newest message, else the default. */
public final class ScriptedRunner implements Runner {

    private static final String NAME = "scripted";

    private final Vertx vertx;
    private final List<Entry> entries;
    private final RunnerReply fallback;
    private final long delayMillis;

    private record Entry(Keywords keywords, RunnerReply reply) {}

    /** @param answers a valid answers.json */
    public ScriptedRunner(Vertx vertx, JsonObject answers) {
        this.vertx = vertx;
        this.delayMillis = answers.getLong("delayMillis", 0L);
        this.fallback = reply(answers.getJsonObject("default"));
        this.entries = answers.getJsonArray("answers", new JsonArray()).stream()
                .map(JsonObject.class::cast)
                .map(entry -> new Entry(new Keywords(texts(entry, "keywords")), reply(entry)))
                .toList();
    }

    @Override
    public Future<RunnerReply> run(RunnerRequest request, Deadline deadline) {
        RunnerReply reply = replyTo(request.messages());
        if (delayMillis == 0) {
            return Future.succeededFuture(reply);
        }
        Promise<RunnerReply> promise = Promise.promise();
        vertx.setTimer(delayMillis, timer -> promise.complete(reply));
        return promise.future();
    }

    private RunnerReply replyTo(List<String> messages) {
        String newest = messages.get(messages.size() - 1);
        return entries.stream()
                .filter(entry -> entry.keywords().occurIn(newest))
                .map(Entry::reply)
                .findFirst()
                .orElse(fallback);
    }

    private static RunnerReply reply(JsonObject entry) {
        Optional<Reason> escalation =
                Optional.ofNullable(entry.getString("escalate")).flatMap(Reason::findOfTheModel);
        double confidence = entry.getDouble("confidence", 1.0);
        return new RunnerReply(texts(entry, "messages"), escalation, confidence, NAME, RunnerReply.Spent.NOTHING);
    }

    private static List<String> texts(JsonObject object, String key) {
        return object.getJsonArray(key, new JsonArray()).stream()
                .map(String.class::cast)
                .toList();
    }
}
