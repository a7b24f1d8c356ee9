package io.turngate;

import static org.awaitility.Awaitility.await;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Messages at a steady rate, whatever becomes of those before, from contacts who take turns; keeps every answer. */
final class SteadyLoad implements AutoCloseable {

    private static final Duration LAST_ANSWER = Duration.ofSeconds(15);

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final BiFunction<String, String, CompletableFuture<HttpResponse<String>>> post;
    private final int contacts;
    private final AtomicInteger sent = new AtomicInteger();
    private final Queue<Answered> answers = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /**
     * What one message came to.
     *
     * @param contact who wrote
     * @param status of HTTP
     * @param fields the flat answer
     * @param sentNanos when it was sent, of {@link System#nanoTime}
     * @param nanos how long the answer took
     */
    record Answered(String contact, int status, JsonObject fields, long sentNanos, long nanos) {

        String outcome() {
            return fields.getString("outcome");
        }

        String reason() {
            return fields.getString("reason");
        }

        boolean isAnswered() {
            return status == 200 && outcome().equals("answered");
        }

        boolean wasOpenAt(long momentNanos) {
            return sentNanos <= momentNanos && momentNanos <= sentNanos + nanos;
        }
    }

    /** @param post sends a text of a contact */
    SteadyLoad(int perSecond, int contacts, BiFunction<String, String, CompletableFuture<HttpResponse<String>>> post) {
        this.post = post;
        this.contacts = contacts;
        long periodNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        var unused = timer.scheduleAtFixedRate(this::send, 0, periodNanos, TimeUnit.NANOSECONDS);
    }

    static String body(String contact, String text) {
        return new JsonObject().put("subscriber_id", contact).put("text", text).encode();
    }

    private void send() {
        int number = sent.incrementAndGet();
        String contact = Integer.toString(100_000 + number % contacts);
        long sentNanos = System.nanoTime();
        var unused = post.apply(contact, "message " + number)
                .whenComplete((response, failure) -> take(contact, sentNanos, response, failure));
    }

    private void take(
            String contact, long sentNanos, @Nullable HttpResponse<String> response, @Nullable Throwable failure) {
        if (response == null) {
            failures.add(failure == null ? new IllegalStateException("no answer") : failure);
            return;
        }
        long nanos = System.nanoTime() - sentNanos;
        try {
            answers.add(
                    new Answered(contact, response.statusCode(), new JsonObject(response.body()), sentNanos, nanos));
        } catch (RuntimeException e) {
            failures.add(e);
        }
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
        timer.shutdown();
        await().atMost(LAST_ANSWER).until(() -> timer.isTerminated() && answers.size() + failures.size() == sent.get());
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
        timer.shutdownNow();
    }
}
