package io.turngate;

import static org.awaitility.Awaitility.await;

import io.turngate.testing.ConfFolder;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Messages at a steady rate, whatever becomes of those before, from contacts who take turns; keeps every answer. */
final class SteadyLoad implements AutoCloseable {

    private static final Duration LAST_ANSWER = Duration.ofSeconds(15);
    private static final int MOST_CONNECTIONS = 3_000;

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
    private final HttpClientAgent client;
    private final long timer;
    private final int contacts;
    private final AtomicInteger sent = new AtomicInteger();
    private final Queue<Answered> answers = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /**
     * What one message came to.
     *
     * @param contact who wrote
     * @param text what they wrote, each message something else
     * @param status of HTTP
     * @param fields the flat answer
     * @param sentNanos when it was sent, of {@link System#nanoTime}
     * @param nanos how long the answer took
     */
    record Answered(String contact, String text, int status, JsonObject fields, long sentNanos, long nanos) {

        String outcome() {
            return fields.getString("outcome");
        }

        String reason() {
            return fields.getString("reason");
        }

        /** By itself, or silent because a newer message of the contact carries the answer to both. */
        boolean isAnswered() {
            return status == 200 && (outcome().equals("answered") || outcome().equals("silent"));
        }

        boolean wasOpenAt(long momentNanos) {
            return sentNanos <= momentNanos && momentNanos <= sentNanos + nanos;
        }
    }

    /** @param port where the tenant school is served, on keep-alive connections */
    SteadyLoad(int perSecond, int contacts, int port) {
        this.contacts = contacts;
        this.client = vertx.createHttpClient(
                new HttpClientOptions().setDefaultHost("127.0.0.1").setDefaultPort(port),
                new PoolOptions().setHttp1MaxSize(MOST_CONNECTIONS));
        this.timer = vertx.setPeriodic(TimeUnit.SECONDS.toMillis(1) / perSecond, tick -> send());
    }

    static String body(String contact, String text) {
        return new JsonObject().put("subscriber_id", contact).put("text", text).encode();
    }

    private void send() {
        int number = sent.incrementAndGet();
        String contact = Integer.toString(100_000 + number % contacts);
        String text = "message " + number;
        long sentNanos = System.nanoTime();
        client.request(HttpMethod.POST, "/v1/school/messages?format=fields")
                .compose(request -> request.putHeader("Authorization", "Bearer " + ConfFolder.SECRET)
                        .putHeader("Content-Type", "application/json")
                        .send(body(contact, text)))
                .compose(response -> response.body().map(body -> {
                    long nanos = System.nanoTime() - sentNanos;
                    return new Answered(contact, text, response.statusCode(), body.toJsonObject(), sentNanos, nanos);
                }))
                .onSuccess(answers::add)
                .onFailure(failures::add);
    }

    /** Waits until this many more messages have come back, well or not. */
    void awaitMore(int messages) {
        int wanted = answers.size() + failures.size() + messages;
        await().atMost(LAST_ANSWER)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> answers.size() + failures.size() >= wanted);
    }

    /** Sends no more and waits for the last answer. */
    void stop() {
        vertx.cancelTimer(timer);
        await().atMost(LAST_ANSWER).until(() -> answers.size() + failures.size() == sent.get());
    }

    Collection<Answered> answers() {
        return List.copyOf(answers);
    }

    /** Messages that got no answer of HTTP at all. */
    Collection<Throwable> failures() {
        return List.copyOf(failures);
    }

    @Override
    public void close() {
        Blocking.await(vertx.close(), LAST_ANSWER);
    }
}
