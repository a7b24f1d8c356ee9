package io.turngate.config;

import io.turngate.config.TenantConfig.Binding;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Checks how a tenant is wired to ManyChat, as far as a schema cannot, and reads it: token, API, callback, hand-over. */
final class WiringReader {

    private static final Pointer BINDING = Pointer.of("binding");
    private static final Pointer ENFORCE = Pointer.of("enforce");
    private static final Pointer TOKEN_FIELD = Pointer.of("tokenField");
    private static final Pointer TOKEN_FIELD_ID = Pointer.of("tokenFieldId");
    private static final Pointer MANYCHAT = Pointer.of("manychat");
    private static final Pointer API_TOKEN = MANYCHAT.child("apiToken");
    private static final Pointer BASE_URL = MANYCHAT.child("baseUrl");
    private static final Pointer FIELD = Pointer.of("handoff", "field");
    private static final Pointer LINK_FIELD = Pointer.of("handoff", "linkField");
    private static final Pointer FLOW = Pointer.of("handoff", "flow");

    private WiringReader() {}

    /**
     * Adds what contradicts itself.
     *
     * @param json tenant.json as it is written, without defaults, checked by its schema
     */
    static void check(JsonObject json, Problems problems) {
        if ("secret".equals(BINDING.find(json))) {
            checkUnused(json, problems);
        }
        if (!problems.has(MANYCHAT) && API_TOKEN.find(json) == null && !problems.has(API_TOKEN)) {
            checkNeedsKey(json, problems);
        }
        if (BASE_URL.find(json) instanceof String url && !problems.has(BASE_URL) && !BaseUrl.isHttpsOrHere(url)) {
            // Not repeated: it may hold credentials.
            problems.add(BASE_URL, "must be an https URL such as https://api.manychat.com, or http on this machine");
        }
        checkFields(json, problems);
    }

    /** A protection that is asked for and not there must not be believed in. */
    private static void checkUnused(JsonObject json, Problems problems) {
        for (Pointer key : List.of(ENFORCE, TOKEN_FIELD, TOKEN_FIELD_ID)) {
            Object value = key.find(json);
            boolean isDefault = key.equals(ENFORCE) && Boolean.TRUE.equals(value);
            if (value != null && !isDefault && !problems.has(key)) {
                problems.add(key, "has no effect with binding \"secret\"");
            }
        }
    }

    private static void checkNeedsKey(JsonObject json, Problems problems) {
        if ("token".equals(BINDING.find(json))) {
            problems.add(BINDING, "is \"token\", which needs an API key: expected manychat.apiToken");
        }
        if (FLOW.find(json) instanceof String && !problems.has(FLOW)) {
            problems.add(FLOW, "needs an API key: expected manychat.apiToken");
        }
    }

    /** A hand-over must not write over the token, nor over itself. */
    private static void checkFields(JsonObject json, Problems problems) {
        Object tokenField = Schema.TENANT.withDefaults(json).getValue(TOKEN_FIELD.last());
        for (Pointer key : List.of(FIELD, LINK_FIELD)) {
            if (key.find(json) instanceof String field && field.equals(tokenField)) {
                problems.add(key, "is tokenField, which holds the contact's token: expected another field");
            }
        }
        if (FIELD.find(json) instanceof String field && field.equals(LINK_FIELD.find(json))) {
            problems.add(LINK_FIELD, "is handoff.field, which holds the reason: expected another field");
        }
    }

    /** The API key, or empty where there is none, with a problem where its reference leads nowhere. Blocks. */
    static Optional<Secret> apiToken(JsonObject json, SecretReader secrets, Problems problems) {
        return secrets.read(API_TOKEN.find(json), API_TOKEN, problems);
    }

    /** What binds a request, of a tenant.json without problems. */
    static Binding binding(JsonObject tenant) {
        return new Binding(
                Binding.Mode.valueOf(constant(tenant.getString("binding"))),
                tenant.getBoolean("enforce"),
                tenant.getString("tokenField"),
                Optional.ofNullable(tenant.getLong("tokenFieldId")));
    }

    /** How the API is used, of a tenant.json without problems. */
    static TenantConfig.ManyChat manyChat(JsonObject tenant, Optional<Secret> apiToken) {
        return new TenantConfig.ManyChat(
                apiToken,
                BaseUrl.withoutSlash(tenant.getJsonObject("manychat").getString("baseUrl")),
                TenantConfig.OnUncertain.valueOf(
                        constant(tenant.getJsonObject("push").getString("onUncertain"))),
                TenantConfig.Callback.valueOf(constant(tenant.getString("callback"))));
    }

    /** How a contact is handed over, of a tenant.json without problems. */
    static TenantConfig.Handoff handoff(JsonObject tenant) {
        JsonObject handoff = tenant.getJsonObject("handoff");
        return new TenantConfig.Handoff(
                handoff.getString("tag"),
                Optional.ofNullable(handoff.getString("field")),
                Optional.ofNullable(handoff.getString("linkField")),
                Optional.ofNullable(handoff.getString("flow")));
    }

    private static String constant(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
