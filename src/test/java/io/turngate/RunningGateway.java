package io.turngate;

import io.turngate.config.GatewayConfig;
import io.turngate.testing.ConfFolder;
import io.turngate.testing.SecrecyLedger;
import io.turngate.testing.TestRedis;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A whole gateway in this process, with its servers on free ports, for one test. */
final class RunningGateway implements BeforeEachCallback, AfterEachCallback {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final TestRedis redis;
    private final Consumer<ConfFolder> changes;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private @Nullable ConfFolder conf;
    private @Nullable Gateway gateway;

    RunningGateway(TestRedis redis) {
        this(redis, conf -> {});
    }

    /** @param changes what the test changes in the configuration before the start */
    RunningGateway(TestRedis redis, Consumer<ConfFolder> changes) {
        this.redis = redis;
        this.changes = changes;
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        start();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        stop();
    }

    void start() throws IOException {
        ConfFolder fresh =
                new ConfFolder(Files.createTempDirectory("turngate-conf"), "redis://").redis(redis.endpoint());
        changes.accept(fresh);
        conf = fresh;
        Vertx vertx = Vertx.vertx();
        GatewayConfig config = ConfOption.load(vertx, fresh.path(), Map.of());
        Blocking.await(vertx.close(), LIMIT);
        try (RedisHandle handle = RedisHandle.start(config.redis())) {
            gateway = Gateway.start(new Gateway.Settings(fresh.path(), config, Map.of(), handle.endpoint(), false));
        }
    }

    void stop() {
        if (gateway != null) {
            SecrecyLedger.output("metrics", send(management("/metrics")).body());
            gateway.close();
            SecrecyLedger.keys(redis);
        }
        TestFolder.delete(conf().path());
    }

    ConfFolder conf() {
        if (conf == null) {
            throw new IllegalStateException("not started");
        }
        return conf;
    }

    int port() {
        return started().port();
    }

    int managementPort() {
        return started().managementPort();
    }

    /** Posts a body as the tenant school, asking for flat fields. */
    HttpResponse<String> post(String body) {
        return send(message(body));
    }

    CompletableFuture<HttpResponse<String>> postAsync(String body) {
        return sendAsync(message(body));
    }

    CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest.Builder request) {
        return client.sendAsync(request.build(), BodyHandlers.ofString()).thenApply(SecrecyLedger::response);
    }

    HttpRequest.Builder message(String body) {
        return request("/v1/school/messages?format=fields")
                .header("Authorization", "Bearer " + ConfFolder.SECRET)
                .POST(BodyPublishers.ofString(body));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .timeout(LIMIT)
                .header("Content-Type", "application/json");
    }

    HttpRequest.Builder management(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort() + path))
                .timeout(LIMIT);
    }

    HttpRequest.Builder operation(String path) {
        return management(path).header("Authorization", "Bearer " + ConfFolder.ADMIN_TOKEN);
    }

    HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return SecrecyLedger.response(client.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static JsonObject json(HttpResponse<String> response) {
        return new JsonObject(response.body());
    }

    private Gateway started() {
        if (gateway == null) {
            throw new IllegalStateException("not started");
        }
        return gateway;
    }
}
