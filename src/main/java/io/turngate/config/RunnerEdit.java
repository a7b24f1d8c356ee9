package io.turngate.config;

import io.vertx.core.json.JsonObject;

/** Edits which runner a tenant.json names. What comes of it is checked like what an operator writes. */
final class RunnerEdit {

    private static final Pointer RUNNER = Pointer.of("runner");
    private static final Pointer FALLBACK = RUNNER.child("fallback");

    private RunnerEdit() {}

    /** The edited file; the same one if it is no JSON object or has no runner. */
    static SourceFile withProvider(SourceFile tenant, String provider) {
        return StrictJson.parse(tenant.bytes(), new Problems(""))
                .filter(json -> RUNNER.find(json) instanceof JsonObject)
                .map(json -> SourceFile.of(
                        json.put("runner", runner(json, provider)).toBuffer().getBytes()))
                .orElse(tenant);
    }

    private static JsonObject runner(JsonObject json, String provider) {
        JsonObject runner = json.getJsonObject("runner");
        if (provider.equals(runner.getValue("provider"))) {
            return runner;
        }
        if (provider.equals(RunnerReader.SCRIPTED)) {
            return new JsonObject().put("provider", provider);
        }
        if (FALLBACK.find(json) instanceof JsonObject fallback && provider.equals(fallback.getValue("provider"))) {
            return fallback;
        }
        return runner.put("provider", provider);
    }
}
