package io.turngate.config;

import io.turngate.config.TenantFolder.Known;
import io.turngate.core.Channel;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks a tenant's folder, all files at once, and makes a {@link TenantConfig} of it. Immutable. */
public final class TenantConfigParser {

    private static final String SCRIPTED = "scripted";
    private static final Pointer SECRETS = Pointer.of("secrets");
    private static final Pointer PROVIDER = Pointer.of("runner", "provider");
    private static final Pointer BINDING = Pointer.of("binding");
    private static final Pointer API_TOKEN = Pointer.of("manychat", "apiToken");
    private static final Pointer BASE_URL = Pointer.of("manychat", "baseUrl");
    private static final Pointer FLOW = Pointer.of("handoff", "flow");

    private final Map<String, String> environment;
    private final Set<String> providers;

    /**
     * @param environment the variables that references to secrets may name
     * @param providers the runners that can be chosen
     */
    public TenantConfigParser(Map<String, String> environment, Set<String> providers) {
        this.environment = Map.copyOf(environment);
        this.providers = new TreeSet<>(providers);
    }

    /**
     * Checks the folder and reads the secrets that it refers to. Blocks for the secrets' files.
     *
     * @throws ConfigException with everything that is wrong with any of its files
     */
    public TenantConfig parse(TenantFolder folder) {
        Problems problems = new Problems("");
        Optional<JsonObject> tenant = json(folder, Known.TENANT, Schema.TENANT, problems);
        List<Secret> secrets =
                tenant.map(json -> secrets(folder, json, problems)).orElse(List.of());
        Optional<Secret> apiToken = tenant.flatMap(json -> apiToken(folder, json, problems));
        String provider = tenant.map(json -> provider(folder, json, problems)).orElse("");
        Optional<JsonObject> rules = json(folder, Known.RULES, Schema.RULES, problems);
        rules.ifPresent(json -> RulesReader.checkRetention(json, problems.in(folder.nameOf(Known.RULES))));
        Optional<JsonObject> answers = answers(folder, provider, problems);
        Optional<String> prompt = prompt(folder, problems);
        problems.throwIfAny();
        return new TenantConfig(
                folder.id(),
                Digest.shorten(folder.digest()),
                secrets,
                Channel.find(tenant.orElseThrow().getString("channel")).orElseThrow(),
                binding(tenant.orElseThrow()),
                manyChat(tenant.orElseThrow(), apiToken),
                handoff(tenant.orElseThrow().getJsonObject("handoff")),
                new TenantConfig.RunnerSettings(provider),
                tenant.orElseThrow().getInteger("newContactsPerMinute"),
                tenant.orElseThrow().getInteger("messagesPerMinute"),
                RulesReader.read(
                        rules.orElseThrow(),
                        Digest.version(folder.file(Known.RULES).bytes())),
                prompt,
                answers);
    }

    /** The file's object with its defaults filled in, or empty with a problem; it may still be wrong. */
    private static Optional<JsonObject> json(TenantFolder folder, Known known, Schema schema, Problems all) {
        Problems problems = all.in(folder.nameOf(known));
        SourceFile file = folder.file(known);
        if (file.failure().isPresent()) {
            problems.add(file.failure().get());
            return Optional.empty();
        }
        Optional<JsonObject> json = StrictJson.parse(file.bytes(), problems);
        json.ifPresent(object -> schema.check(object, problems));
        return json.map(schema::withDefaults);
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

    private String provider(TenantFolder folder, JsonObject json, Problems all) {
        if (!(PROVIDER.find(json) instanceof String provider)) {
            return "";
        }
        if (!providers.contains(provider)) {
            all.in(folder.nameOf(Known.TENANT))
                    .add(PROVIDER, "must be " + Wording.choices(providers) + ", is " + Wording.quoted(provider));
        }
        return provider;
    }

    private static Optional<JsonObject> answers(TenantFolder folder, String provider, Problems problems) {
        if (!folder.file(Known.ANSWERS).isMissing()) {
            return json(folder, Known.ANSWERS, Schema.ANSWERS, problems);
        }
        if (provider.equals(SCRIPTED)) {
            problems.in(folder.nameOf(Known.ANSWERS)).add("is missing: the scripted runner needs it");
        }
        return Optional.empty();
    }

    private static Optional<String> prompt(TenantFolder folder, Problems all) {
        SourceFile file = folder.file(Known.PROMPT);
        if (file.isMissing()) {
            return Optional.empty();
        }
        Problems problems = all.in(folder.nameOf(Known.PROMPT));
        if (file.failure().isPresent()) {
            problems.add(file.failure().get());
            return Optional.empty();
        }
        Optional<String> prompt = Utf8.decode(file.bytes(), problems);
        if (prompt.isPresent() && prompt.get().isBlank()) {
            problems.add((prompt.get().isEmpty() ? "is empty" : "holds only white space")
                    + ": expected the agent's instructions, or no file");
        }
        return prompt;
    }

    private Optional<Secret> apiToken(TenantFolder folder, JsonObject json, Problems all) {
        Problems problems = all.in(folder.nameOf(Known.TENANT));
        Object reference = API_TOKEN.find(json);
        if (reference == null) {
            if ("token".equals(BINDING.find(json))) {
                problems.add(BINDING, "is \"token\", which needs an API key: expected manychat.apiToken");
            }
            if (FLOW.find(json) != null) {
                problems.add(FLOW, "needs an API key: expected manychat.apiToken");
            }
        }
        if (BASE_URL.find(json) instanceof String url && !problems.has(BASE_URL) && !isApiUrl(url)) {
            problems.add(BASE_URL, "must be an https URL, or http on this machine, is " + Wording.quoted(url));
        }
        return Optional.ofNullable(reference)
                .flatMap(there -> new SecretReader(folder.path(), environment).read(there, API_TOKEN, problems));
    }

    /** A key must not cross a network in the clear. */
    private static boolean isApiUrl(String text) {
        try {
            URI url = new URI(text);
            boolean isHere = "127.0.0.1".equals(url.getHost()) || "localhost".equals(url.getHost());
            return url.getHost() != null
                    && ("https".equals(url.getScheme()) || "http".equals(url.getScheme()) && isHere)
                    && url.getRawUserInfo() == null
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static TenantConfig.Binding binding(JsonObject tenant) {
        return new TenantConfig.Binding(
                TenantConfig.Binding.Mode.valueOf(tenant.getString("binding").toUpperCase(Locale.ROOT)),
                tenant.getBoolean("enforce"),
                tenant.getString("tokenField"),
                Optional.ofNullable(tenant.getLong("tokenFieldId")));
    }

    private static TenantConfig.ManyChat manyChat(JsonObject tenant, Optional<Secret> apiToken) {
        JsonObject push = tenant.getJsonObject("push");
        return new TenantConfig.ManyChat(
                apiToken,
                tenant.getJsonObject("manychat").getString("baseUrl").replaceFirst("/+$", ""),
                TenantConfig.OnUncertain.valueOf(push.getString("onUncertain").toUpperCase(Locale.ROOT)),
                TenantConfig.Callback.valueOf(tenant.getString("callback").toUpperCase(Locale.ROOT)));
    }

    private static TenantConfig.Handoff handoff(JsonObject handoff) {
        return new TenantConfig.Handoff(
                handoff.getString("tag"),
                Optional.ofNullable(handoff.getString("field")),
                Optional.ofNullable(handoff.getString("linkField")),
                Optional.ofNullable(handoff.getString("flow")));
    }
}
