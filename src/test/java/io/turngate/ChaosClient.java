package io.turngate;

import io.turngate.ChaosRecord.Said;
import io.turngate.ChaosRecord.Told;
import io.turngate.testing.ConfFolder;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Function;

/**
 * Brings messages to one of two gateways as ManyChat does, and unlike ManyChat brings the very same body again, to the
 * other gateway, until one of them answers with status 200.
 */
final class ChaosClient {

    private static final int OK = 200;
    /** ManyChat's patience. */
    private static final long PATIENCE_SECONDS = 10;

    private static final int MOST_CONNECTIONS = 1_000;
    private static final int MOST_ATTEMPTS = 60;
    private static final int SHORTEST_PAUSE_MILLIS = 150;
    private static final int LONGEST_PAUSE_MILLIS = 500;
    /** After as many messages of those that name themselves by an id, another contact's are known by their stamp. */
    private static final int KINDS = 2;

    private final Vertx vertx;
    private final HttpClientAgent http;
    private final Function<String, String> tokens;
    private final AtomicIntegerArray ports = new AtomicIntegerArray(2);
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger repeats = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    /** @param tokens the token of a contact as it stands in ManyChat, empty without one */
    ChaosClient(Vertx vertx, Function<String, String> tokens) {
        this.vertx = vertx;
        this.tokens = tokens;
        this.http =
                vertx.createHttpClient(new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(MOST_CONNECTIONS));
    }

    /** Where a gateway, 0 or 1, listens from now on. */
    void pointAt(int gateway, int port) {
        ports.set(gateway, port);
    }

    /** Requests of HTTP, those that failed and those that were brought twice on purpose included. */
    int requests() {
        return requests.get();
    }

    int repeats() {
        return repeats.get();
    }

    /** Requests without an answer of status 200; all but deliberate second ones were made again. */
    int failures() {
        return failures.get();
    }

    /** A body that is recognised when it comes again: by an id, or by the time of the contact's last interaction. */
    String body(Said message, int number) {
        JsonObject body = new JsonObject()
                .put("subscriber_id", message.contact())
                .put("channel", "whatsapp")
                .put("text", message.text())
                .put("ai_token", tokens.apply(message.contact()));
        if (Integer.parseInt(message.contact()) % KINDS == 0) {
            body.put("message_id", "id-" + number);
        } else {
            body.put(
                    "last_interaction",
                    Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        }
        return body.encode();
    }

    /** Done when a gateway has answered, or none did within a minute or so. */
    Future<Void> deliver(Said message, String body, int gateway) {
        return attempt(message, body, gateway, MOST_ATTEMPTS);
    }

    /** The same message once more, whatever becomes of it. */
    Future<Void> repeat(Said message, String body, int gateway) {
        repeats.incrementAndGet();
        return post(message, body, gateway).otherwiseEmpty();
    }

    private Future<Void> attempt(Said message, String body, int gateway, int attempts) {
        return post(message, body, gateway).recover(failure -> {
            if (attempts == 1) {
                return Future.succeededFuture();
            }
            int millis = ThreadLocalRandom.current().nextInt(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS);
            return vertx.timer(millis).compose(now -> attempt(message, body, 1 - gateway, attempts - 1));
        });
    }

    private Future<Void> post(Said message, String body, int gateway) {
        requests.incrementAndGet();
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setHost("127.0.0.1")
                .setPort(ports.get(gateway))
                .setURI("/v1/school/messages?format=fields")
                .putHeader("Authorization", "Bearer " + ConfFolder.SECRET)
                .putHeader("Content-Type", "application/json");
        return http.request(options)
                .compose(request -> request.send(body))
                .compose(response -> response.body()
                        .compose(answer -> response.statusCode() == OK
                                ? Future.succeededFuture(answer.toJsonObject())
                                : Future.failedFuture("status " + response.statusCode())))
                .timeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .onFailure(failure -> failures.incrementAndGet())
                .map(answer -> note(message.told(), answer))
                .mapEmpty();
    }

    private static boolean note(List<Told> told, JsonObject answer) {
        return told.add(new Told(
                System.nanoTime(), answer.getString("outcome"), answer.getString("reason"), answer.getString("reply")));
    }
}
