package io.turngate.testing;

import io.turngate.store.redis.RedisEndpoint;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A configuration in a folder of a test: one tenant {@code school} on the scripted runner, and what a test changes. */
public final class ConfFolder {

    public static final String SECRET = "school-secret";
    public static final String OLD_SECRET = "retiring-secret";
    public static final String ADMIN_TOKEN = "admin-token";

    private final Path folder;
    private final JsonObject gateway = new JsonObject();

    /** @param redisUri where the gateway keeps its state */
    public ConfFolder(Path folder, String redisUri) {
        this.folder = folder;
        secret("secret", SECRET);
        secret("old-secret", OLD_SECRET);
        secret("admin-token", ADMIN_TOKEN);
        gateway.put("http", new JsonObject().put("host", "127.0.0.1").put("port", 0))
                .put(
                        "management",
                        new JsonObject().put("host", "127.0.0.1").put("port", 0).put("adminToken", file("admin-token")))
                .put("redis", new JsonObject().put("uri", redisUri));
        write("gateway.json", gateway.encodePrettily());
        tenant("school");
    }

    public Path path() {
        return folder;
    }

    /** Has the gateway keep its state there. */
    public ConfFolder redis(RedisEndpoint endpoint) {
        JsonObject redis = new JsonObject()
                .put("uri", new JsonArray(endpoint.uris()))
                .put("mode", endpoint.mode().word())
                .put("commandTimeoutMillis", endpoint.commandTimeout().toMillis())
                .put("waitReplicas", endpoint.waitReplicas());
        endpoint.master().ifPresent(master -> redis.put("master", master));
        return gateway("redis", redis);
    }

    /** How long a command may take. */
    public ConfFolder redisTimeout(int millis) {
        return gateway("redis", gateway.getJsonObject("redis").put("commandTimeoutMillis", millis));
    }

    /** Changes gateway.json. */
    public ConfFolder gateway(String key, Object value) {
        gateway.put(key, value);
        write("gateway.json", gateway.encodePrettily());
        return this;
    }

    public ConfFolder http(String key, Object value) {
        return gateway("http", gateway.getJsonObject("http").put(key, value));
    }

    public ConfFolder redis(String key, Object value) {
        return gateway("redis", gateway.getJsonObject("redis").put(key, value));
    }

    /** Adds a tenant that answers everything with "re: " and a fixed text. */
    public ConfFolder tenant(String name) {
        JsonObject tenant = new JsonObject()
                .put("secrets", new JsonArray().add(file("secret")).add(file("old-secret")))
                .put("channel", "whatsapp")
                .put("binding", "secret")
                .put("handoff", new JsonObject().put("tag", "needs_human").put("field", "handover_reason"))
                .put("runner", new JsonObject().put("provider", "scripted"));
        write("tenants/" + name + "/tenant.json", tenant.encodePrettily());
        rules(name, new JsonObject());
        answers(name, 0);
        return this;
    }

    /** Adds a tenant that pushes, with every step of a hand-over. */
    public ConfFolder tenantWithKey(String name, String apiToken, String baseUrl) {
        rules(name, new JsonObject());
        answers(name, 0);
        secret("api-token", apiToken);
        JsonObject handoff = new JsonObject()
                .put("tag", "needs_human")
                .put("field", "handover_reason")
                .put("flow", "content20260101000000_000001");
        JsonObject tenant = new JsonObject()
                .put("secrets", new JsonArray().add(file("secret")))
                .put("channel", "whatsapp")
                .put("binding", "token")
                .put(
                        "manychat",
                        new JsonObject().put("apiToken", file("api-token")).put("baseUrl", baseUrl))
                .put("handoff", handoff)
                .put("runner", new JsonObject().put("provider", "scripted"));
        write("tenants/" + name + "/tenant.json", tenant.encodePrettily());
        return this;
    }

    /** Gives a tenant a model, as tenant.json says it, and a prompt. */
    public ConfFolder model(String name, JsonObject runner) {
        write("tenants/" + name + "/prompt.md", "You answer for a language school. You are brief.");
        return wiring(name, tenant -> tenant.put("runner", runner));
    }

    /** Changes a tenant's tenant.json. */
    public ConfFolder wiring(String name, Consumer<JsonObject> change) {
        String file = "tenants/" + name + "/tenant.json";
        JsonObject tenant = new JsonObject(read(file));
        change.accept(tenant);
        write(file, tenant.encodePrettily());
        return this;
    }

    /** Writes rules.json: the required messages and what else is given. */
    public void rules(String name, JsonObject changed) {
        JsonObject rules = new JsonObject()
                .put(
                        "messages",
                        new JsonObject()
                                .put("acknowledgement", "One moment, please.")
                                .put("escalation", TestRules.ESCALATION));
        write("tenants/" + name + "/rules.json", rules.mergeIn(changed, true).encodePrettily());
    }

    /** Writes answers.json with the given delay. */
    public void answers(String name, long delayMillis) {
        answers(name, delayMillis, Map.of());
    }

    /** Writes answers.json: messages by the keyword that asks for them. */
    public void answers(String name, long delayMillis, Map<String, List<String>> replies) {
        JsonArray answers = new JsonArray();
        replies.forEach((keyword, messages) -> answers.add(new JsonObject()
                .put("keywords", new JsonArray().add(keyword))
                .put("messages", new JsonArray(messages))));
        JsonObject json = new JsonObject()
                .put("delayMillis", delayMillis)
                .put("answers", answers)
                .put("default", new JsonObject().put("messages", new JsonArray().add("The answer.")));
        write("tenants/" + name + "/answers.json", json.encodePrettily());
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes any file, whole. */
    public void write(String name, String text) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void secret(String name, String value) {
        write("secrets/" + name, value + "\n");
    }

    /** Keeps a secret in a file, and refers to it. */
    public JsonObject secretFile(String name, String value) {
        secret(name, value);
        return file(name);
    }

    /** A reference to one of the secrets {@code secret}, {@code old-secret}, {@code admin-token}. */
    public JsonObject file(String name) {
        return new JsonObject()
                .put("file", folder.resolve("secrets").resolve(name).toString());
    }
}
