package io.turngate.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/** Messages of contacts of their own before anything is checked: a gateway that has just started is many times slower. */
final class WarmUp {

    private static final int MESSAGES = Settings.number("warmup", 400, 0, 100_000);
    private static final int AT_ONCE = Settings.number("warmup.atonce", 4, 1, 256);
    private static final int FIRST_ID = 2_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Target target;
    private final List<Contact> contacts;

    WarmUp(Target target) {
        this.target = target;
        this.contacts = IntStream.range(0, MESSAGES)
                .mapToObj(i -> new Contact(target.tenant(i), Integer.toString(FIRST_ID + i)))
                .toList();
    }

    List<Contact> contacts() {
        return contacts;
    }

    /** Sends the messages, whatever they are answered; returns once all are. Blocks. */
    void run() {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        Semaphore free = new Semaphore(AT_ONCE);
        for (int i = 0; i < contacts.size(); i++) {
            free.acquireUninterruptibly();
            CompletableFuture<?> answered = client.sendAsync(request(contacts.get(i), i), BodyHandlers.discarding());
            answered.whenComplete((answer, failure) -> free.release());
        }
        free.acquireUninterruptibly(AT_ONCE);
    }

    private HttpRequest request(Contact contact, int number) {
        Message message = contact.writes();
        URI gateway = target.gateways().get(number % target.gateways().size());
        return HttpRequest.newBuilder(gateway.resolve("/v1/" + contact.tenant() + "/messages"))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + target.secret())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(message.body()))
                .build();
    }

    /** Makes the contacts known, so that they take the way that a usual message takes. */
    void seed(Past past) throws IOException {
        for (Contact contact : contacts) {
            past.known(contact);
        }
    }
}
