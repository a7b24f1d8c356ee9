package io.turngate.testing;

import io.turngate.config.Secret;
import io.turngate.runner.wire.ModelSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A model behind both wires on the loopback, as strict about requests as the real ones, that answers and misbehaves as a
 * test wants. What it was asked is kept, refused or not.
 */
public final class ModelServer {

    public static final String MODEL = "test-model";
    public static final Secret KEY = new Secret("sk-test-0123456789");

    private static final String LOOPBACK = "127.0.0.1";

    private final Vertx vertx;
    private final List<ModelRequest> requests = new CopyOnWriteArrayList<>();
    private final Map<HttpConnection, Integer> connections = new ConcurrentHashMap<>();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private volatile Function<ModelRequest, ModelAnswer> script = request -> ModelAnswer.reply("Hello");
    private volatile Set<String> untaken = Set.of();
    private volatile int port;
    private Optional<HttpServer> server = Optional.empty();

    private ModelServer(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Listens on a free port. */
    public static Future<ModelServer> start(Vertx vertx) {
        return start(vertx, 0);
    }

    /** Listens on a port, 0 for a free one. */
    public static Future<ModelServer> start(Vertx vertx, int port) {
        ModelServer model = new ModelServer(vertx);
        HttpServer server = vertx.createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(false))
                .connectionHandler(model::connected)
                .requestHandler(model::take);
        model.server = Optional.of(server);
        return server.listen(port, LOOPBACK).map(listening -> {
            model.port = listening.actualPort();
            return model;
        });
    }

    /** Refuses connections from now on and cuts those that are there. */
    public Future<Void> stop() {
        return server.map(HttpServer::close).orElseGet(Future::succeededFuture);
    }

    /** From now on requests are answered so, each by what it asks. */
    public ModelServer answering(Function<ModelRequest, ModelAnswer> how) {
        script = how;
        return this;
    }

    /** From now on every request is answered so. */
    public ModelServer answering(ModelAnswer answer) {
        return answering(request -> answer);
    }

    /** From now on the requests are answered so, one after the other, and those after them like the last. */
    public ModelServer answeringInTurn(ModelAnswer... answers) {
        AtomicInteger next = new AtomicInteger();
        return answering(request -> answers[Math.min(next.getAndIncrement(), answers.length - 1)]);
    }

    /** From now on requests with one of these fields are refused with 400, as servers do that do not know them. */
    public ModelServer notTaking(String... fields) {
        untaken = Set.of(fields);
        return this;
    }

    public String baseUrl(ModelWire wire) {
        return wire.baseUrl("http://" + LOOPBACK + ":" + port);
    }

    /** A model of this server, with its key. */
    public ModelSettings settings(ModelWire wire) {
        return new ModelSettings(baseUrl(wire), MODEL, Optional.of(KEY), Optional.empty(), 500);
    }

    /** The same as tenant.json says it; the key is in a file of the configuration. */
    public JsonObject runner(ModelWire wire, ConfFolder conf) {
        return new JsonObject()
                .put("provider", wire.provider())
                .put("model", MODEL)
                .put("baseUrl", baseUrl(wire))
                .put("apiKey", conf.secretFile("model-key", KEY.reveal()));
    }

    public int port() {
        return port;
    }

    /** Everything it was asked, oldest first. */
    public List<ModelRequest> requests() {
        return List.copyOf(requests);
    }

    /** The newest request. */
    public ModelRequest last() {
        return requests.get(requests.size() - 1);
    }

    public void forget() {
        requests.clear();
    }

    /** Connections that there ever were. */
    public int connectionsOpened() {
        return opened.get();
    }

    /** Connections that are there. */
    public int connectionsOpen() {
        return open.get();
    }

    /** Requests that wait for their answer. */
    public int inFlight() {
        return inFlight.get();
    }

    private void connected(HttpConnection connection) {
        connections.put(connection, opened.incrementAndGet());
        open.incrementAndGet();
        connection.closeHandler(closed -> {
            connections.remove(connection);
            open.decrementAndGet();
        });
    }

    private void take(HttpServerRequest request) {
        int connection = connections.getOrDefault(request.connection(), 0);
        request.body().onSuccess(body -> answer(request, body, connection));
    }

    private void answer(HttpServerRequest request, Buffer body, int connection) {
        ModelWire wire = request.path().endsWith("/messages") ? ModelWire.ANTHROPIC : ModelWire.OPENAI;
        if (!request.path().equals(wire.path())) {
            send(request, ModelAnswer.error(404, "not_found_error", "Not found"), wire);
            return;
        }
        JsonObject json = body.toJsonObject();
        ModelRequest asked = new ModelRequest(wire, request.headers(), json, connection);
        requests.add(asked);
        send(request, refusal(asked).orElseGet(() -> script.apply(asked)), wire);
    }

    private Optional<ModelAnswer> refusal(ModelRequest asked) {
        if (!isAuthentic(asked)) {
            return Optional.of(ModelAnswer.error(401, "authentication_error", "invalid key " + KEY.reveal()));
        }
        Optional<String> field =
                untaken.stream().filter(asked.body()::containsKey).sorted().findFirst();
        if (field.isPresent()) {
            return Optional.of(untaken(asked.wire(), field.get()));
        }
        return new ModelRequestCheck(asked.wire(), MODEL)
                .problem(asked.body())
                .map(problem -> ModelAnswer.error(400, "invalid_request_error", problem));
    }

    private static ModelAnswer untaken(ModelWire wire, String field) {
        if (wire == ModelWire.ANTHROPIC) {
            return ModelAnswer.error(400, "invalid_request_error", field + ": Extra inputs are not permitted");
        }
        String instead = field.equals("max_tokens") ? " Use 'max_completion_tokens' instead." : "";
        JsonObject error =
                ModelBodies.error("invalid_request_error", "Unsupported parameter: '" + field + "'." + instead, field);
        return ModelAnswer.raw(400, error.encode());
    }

    private static boolean isAuthentic(ModelRequest asked) {
        if (asked.wire() == ModelWire.OPENAI) {
            return ("Bearer " + KEY.reveal()).equals(asked.headers().get("Authorization"));
        }
        return KEY.reveal().equals(asked.headers().get("x-api-key"))
                && "2023-06-01".equals(asked.headers().get("anthropic-version"));
    }

    private void send(HttpServerRequest request, ModelAnswer answer, ModelWire wire) {
        inFlight.incrementAndGet();
        answer.held().apply(vertx).onComplete(released -> {
            inFlight.decrementAndGet();
            if (answer.end() == ModelAnswer.End.CUT) {
                drop(request);
            } else if (answer.end() != ModelAnswer.End.SILENT) {
                write(request, answer, Buffer.buffer(answer.body().apply(wire)));
            }
        });
    }

    private static void write(HttpServerRequest request, ModelAnswer answer, Buffer body) {
        HttpServerResponse response =
                request.response().setStatusCode(answer.status()).putHeader("Content-Type", "application/json");
        answer.headers().forEach(response::putHeader);
        switch (answer.end()) {
            case STALLED -> response.setChunked(true).write(body.slice(0, body.length() / 2));
            case CUT_IN_BODY ->
                response.setChunked(true)
                        .write(body.slice(0, body.length() / 2))
                        .onComplete(written -> drop(request));
            case ENDLESS -> drip(response.setChunked(true));
            default -> response.end(body);
        }
    }

    private static void drip(HttpServerResponse response) {
        response.write(" ".repeat(10_000)).onSuccess(written -> drip(response));
    }

    private static void drop(HttpServerRequest request) {
        request.connection().close();
    }
}
