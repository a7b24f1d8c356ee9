package io.turngate.config;

import io.turngate.config.TenantFolder.Known;
import io.turngate.core.Channel;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks a tenant's folder, all files at once, and makes a {@link TenantConfig} of it. Immutable. */
public final class TenantConfigParser {

    private static final Pointer SECRETS = Pointer.of("secrets");
    private static final Pointer PROVIDER = Pointer.of("runner", "provider");

    private final Map<String, String> environment;
    private final RunnerReader runners;

    /**
     * @param environment the variables that references to secrets may name
     * @param providers the runners that can be chosen
     */
    public TenantConfigParser(Map<String, String> environment, Set<String> providers) {
        this.environment = Map.copyOf(environment);
        this.runners = new RunnerReader(providers);
    }

    /**
     * Checks the folder and reads the secrets that it refers to. Blocks for the secrets' files.
     *
     * @throws ConfigException with everything that is wrong with any of its files
     */
    public TenantConfig parse(TenantFolder folder) {
        Problems problems = new Problems("");
        Optional<JsonObject> written = written(folder, Known.TENANT, Schema.TENANT, problems);
        written.ifPresent(json -> check(json, problems.in(folder.nameOf(Known.TENANT))));
        Optional<JsonObject> tenant = written.map(Schema.TENANT::withDefaults);
        List<Secret> secrets =
                tenant.map(json -> secrets(folder, json, problems)).orElse(List.of());
        Optional<Secret> apiToken = tenant.flatMap(json -> apiToken(folder, json, problems));
        Optional<RunnerReader.Keys> keys = tenant.map(json -> modelKeys(folder, json, problems));
        String provider = tenant.map(TenantConfigParser::provider).orElse("");
        Optional<JsonObject> rules = json(folder, Known.RULES, Schema.RULES, problems);
        rules.ifPresent(json -> RulesReader.checkRetention(json, problems.in(folder.nameOf(Known.RULES))));
        Optional<JsonObject> answers = answers(folder, provider, problems);
        Briefing briefing =
                new BriefingReader(folder, problems).read(Optional.of(provider).filter(runners::isModel));
        problems.throwIfAny();
        return new TenantConfig(
                folder.id(),
                Digest.shorten(folder.digest()),
                secrets,
                Channel.find(tenant.orElseThrow().getString("channel")).orElseThrow(),
                WiringReader.binding(tenant.orElseThrow()),
                WiringReader.manyChat(tenant.orElseThrow(), apiToken),
                WiringReader.handoff(tenant.orElseThrow()),
                RunnerReader.read(tenant.orElseThrow(), keys.orElseThrow()),
                tenant.orElseThrow().getInteger("newContactsPerMinute"),
                tenant.orElseThrow().getInteger("messagesPerMinute"),
                RulesReader.read(
                        rules.orElseThrow(),
                        Digest.version(folder.file(Known.RULES).bytes())),
                briefing,
                answers);
    }

    /** The file's object with its defaults filled in, or empty with a problem; it may still be wrong. */
    private static Optional<JsonObject> json(TenantFolder folder, Known known, Schema schema, Problems all) {
        return written(folder, known, schema, all).map(schema::withDefaults);
    }

    /** The file's object as it is written, or empty with a problem; it may still be wrong. */
    private static Optional<JsonObject> written(TenantFolder folder, Known known, Schema schema, Problems all) {
        Problems problems = all.in(folder.nameOf(known));
        SourceFile file = folder.file(known);
        if (file.failure().isPresent()) {
            problems.add(file.failure().get());
            return Optional.empty();
        }
        Optional<JsonObject> json = StrictJson.parse(file.bytes(), problems);
        json.ifPresent(object -> schema.check(object, problems));
        return json;
    }

    private Optional<Secret> apiToken(TenantFolder folder, JsonObject json, Problems all) {
        SecretReader reader = new SecretReader(folder.path(), environment);
        return WiringReader.apiToken(json, reader, all.in(folder.nameOf(Known.TENANT)));
    }

    private List<Secret> secrets(TenantFolder folder, JsonObject json, Problems all) {
        Problems problems = all.in(folder.nameOf(Known.TENANT));
        SecretReader reader = new SecretReader(folder.path(), environment);
        List<Secret> secrets = new ArrayList<>();
        if (SECRETS.find(json) instanceof JsonArray references) {
            for (int i = 0; i < references.size(); i++) {
                reader.read(references.getValue(i), SECRETS.child(i), problems).ifPresent(secrets::add);
            }
        }
        return List.copyOf(secrets);
    }

    private void check(JsonObject written, Problems problems) {
        WiringReader.check(written, problems);
        runners.check(written, problems);
    }

    private RunnerReader.Keys modelKeys(TenantFolder folder, JsonObject json, Problems all) {
        SecretReader reader = new SecretReader(folder.path(), environment);
        return RunnerReader.keys(json, reader, all.in(folder.nameOf(Known.TENANT)));
    }

    private static String provider(JsonObject json) {
        return PROVIDER.find(json) instanceof String provider ? provider : "";
    }

    private static Optional<JsonObject> answers(TenantFolder folder, String provider, Problems problems) {
        if (!folder.file(Known.ANSWERS).isMissing()) {
            return json(folder, Known.ANSWERS, Schema.ANSWERS, problems);
        }
        if (provider.equals(RunnerReader.SCRIPTED)) {
            problems.in(folder.nameOf(Known.ANSWERS)).add("is missing: the scripted runner needs it");
        }
        return Optional.empty();
    }
}
