package io.turngate.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Sends what contacts write, several at a time and of each contact one after the other, and checks each answer. */
final class Caller {

    private static final Duration LIMIT = Duration.ofSeconds(12);
    private static final int AT_ONCE = Settings.number("atonce", 8, 1, 1_000);

    private final Target target;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Caller(Target target) {
        this.target = target;
    }

    /**
     * Each contact writes so many messages. Blocks until all are answered.
     *
     * @return how long each took, in nanoseconds
     * @throws java.util.concurrent.CompletionException if an answer is wrong or does not come
     */
    List<Long> write(List<Contact> contacts, int messages) {
        ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
        AtomicInteger next = new AtomicInteger();
        CompletableFuture<?>[] lines = IntStream.range(0, AT_ONCE)
                .mapToObj(line -> writeNext(contacts, next, messages, nanos))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(lines).join();
        return List.copyOf(nanos);
    }

    private CompletableFuture<Void> writeNext(
            List<Contact> contacts, AtomicInteger next, int messages, ConcurrentLinkedQueue<Long> nanos) {
        int number = next.getAndIncrement();
        if (number >= contacts.size()) {
            return CompletableFuture.completedFuture(null);
        }
        return write(contacts.get(number), messages, nanos)
                .thenCompose(written -> writeNext(contacts, next, messages, nanos));
    }

    private CompletableFuture<Void> write(Contact contact, int messages, ConcurrentLinkedQueue<Long> nanos) {
        if (messages == 0) {
            return CompletableFuture.completedFuture(null);
        }
        Message message = contact.writes();
        long begin = System.nanoTime();
        return client.sendAsync(request(message), BodyHandlers.ofString()).thenCompose(answer -> {
            nanos.add(System.nanoTime() - begin);
            requireRight(message, answer);
            return write(contact, messages - 1, nanos);
        });
    }

    private HttpRequest request(Message message) {
        return HttpRequest.newBuilder(URI.create(target.address(message)))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + target.secret())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(message.body()))
                .build();
    }

    private void requireRight(Message message, HttpResponse<String> answer) {
        Expected found = new Expected(
                header(answer, "Outcome"),
                header(answer, "Reason"),
                Integer.parseInt(header(answer, "Turn")),
                Integer.parseInt(header(answer, "History")),
                answer.body().contains(target.reply()) ? 1 : 0);
        if (!found.equals(message.expected())) {
            throw new IllegalStateException(message + ": expected " + message.expected() + ", found " + found);
        }
    }

    private static String header(HttpResponse<String> answer, String name) {
        return answer.headers()
                .firstValue("X-Turngate-" + name)
                .orElseThrow(() ->
                        new IllegalStateException("status " + answer.statusCode() + " without X-Turngate-" + name));
    }
}
