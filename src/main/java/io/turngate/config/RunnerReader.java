package io.turngate.config;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks what produces a tenant's replies, as far as a schema cannot, and reads it. */
final class RunnerReader {

    /** The runner that needs no model. */
    static final String SCRIPTED = "scripted";

    private static final String OPENAI = "openai";
    private static final Pointer RUNNER = Pointer.of("runner");
    private static final Pointer FALLBACK = RUNNER.child("fallback");
    private static final List<String> OF_A_MODEL =
            List.of("model", "apiKey", "baseUrl", "temperature", "maxTokens", "price", "fallback");

    private final Set<String> providers;

    /** @param providers the runners that can be chosen */
    RunnerReader(Set<String> providers) {
        this.providers = new TreeSet<>(providers);
    }

    /**
     * Adds what contradicts itself.
     *
     * @param json tenant.json as it is written, without defaults, checked by its schema
     */
    void check(JsonObject json, Problems problems) {
        if (SCRIPTED.equals(RUNNER.child("provider").find(json))) {
            checkUnused(json, problems);
        } else if (checkProvider(json, RUNNER, providers, problems)) {
            checkModel(json, RUNNER, problems);
        }
        Set<String> ofModels = new TreeSet<>(providers);
        ofModels.remove(SCRIPTED);
        if (!problems.has(FALLBACK) && checkProvider(json, FALLBACK, ofModels, problems)) {
            checkModel(json, FALLBACK, problems);
        }
    }

    /** Whether the provider can be chosen and is a model. */
    boolean isModel(String provider) {
        return providers.contains(provider) && !provider.equals(SCRIPTED);
    }

    private static void checkUnused(JsonObject json, Problems problems) {
        for (String name : OF_A_MODEL) {
            Pointer key = RUNNER.child(name);
            if (key.find(json) != null && !problems.has(key)) {
                problems.add(key, "has no effect with provider \"" + SCRIPTED + "\"");
            }
        }
    }

    /** Whether there is a provider that can be chosen; its absence is the schema's to tell. */
    private static boolean checkProvider(JsonObject json, Pointer at, Set<String> choices, Problems problems) {
        Pointer key = at.child("provider");
        if (!(key.find(json) instanceof String provider)) {
            return false;
        }
        if (!choices.contains(provider)) {
            problems.add(key, "must be " + Wording.choices(choices) + ", is " + Wording.quoted(provider));
            return false;
        }
        return true;
    }

    private static void checkModel(JsonObject json, Pointer at, Problems problems) {
        String provider = String.valueOf(at.child("provider").find(json));
        boolean isFallback = at.equals(FALLBACK);
        if (!isFallback && at.child("model").find(json) == null) {
            problems.add(at, "missing: runner.model is required with provider " + Wording.quoted(provider));
        }
        Pointer baseUrl = at.child("baseUrl");
        Object url = baseUrl.find(json);
        if (url instanceof String text && !problems.has(baseUrl) && !BaseUrl.isHttpsOrPrivate(text)) {
            // Not repeated: it may hold credentials.
            problems.add(
                    baseUrl, "must be an https URL, or http on this machine or in a private network, without query");
        }
        boolean needsKey = !provider.equals(OPENAI) || url == null;
        if (needsKey && at.child("apiKey").find(json) == null) {
            String elsewhere = provider.equals(OPENAI) ? " without a baseUrl" : "";
            problems.add(
                    at,
                    "missing: " + at.child("apiKey").dotted() + " is required with provider " + Wording.quoted(provider)
                            + elsewhere);
        }
    }

    /** The keys of the models, or empty where there is none, with a problem where a reference leads nowhere. Blocks. */
    static Keys keys(JsonObject json, SecretReader secrets, Problems problems) {
        return new Keys(key(json, RUNNER, secrets, problems), key(json, FALLBACK, secrets, problems));
    }

    private static Optional<Secret> key(JsonObject json, Pointer at, SecretReader secrets, Problems problems) {
        Pointer key = at.child("apiKey");
        return secrets.read(key.find(json), key, problems);
    }

    /** The keys of the model and of its fallback. */
    record Keys(Optional<Secret> model, Optional<Secret> fallback) {}

    /** What produces replies, of a tenant.json without problems. */
    static RunnerSettings read(JsonObject tenant, Keys keys) {
        JsonObject runner = tenant.getJsonObject("runner");
        String provider = runner.getString("provider");
        return provider.equals(SCRIPTED)
                ? new RunnerSettings(provider)
                : new RunnerSettings(
                        provider,
                        Optional.of(choice(runner, keys.model())),
                        Optional.ofNullable(runner.getJsonObject("fallback"))
                                .map(fallback -> choice(fallback, keys.fallback())));
    }

    private static ModelChoice choice(JsonObject json, Optional<Secret> apiKey) {
        return new ModelChoice(
                json.getString("provider"),
                json.getString("model"),
                apiKey,
                Optional.ofNullable(json.getString("baseUrl")).map(BaseUrl::withoutSlash),
                Optional.ofNullable(json.getDouble("temperature")),
                json.getInteger("maxTokens"),
                Optional.ofNullable(json.getJsonObject("price")).map(RunnerReader::price));
    }

    private static TokenPrice price(JsonObject price) {
        double input = price.getDouble("inputPerMillion");
        return new TokenPrice(input, price.getDouble("outputPerMillion"), price.getDouble("cachedPerMillion", input));
    }
}
