package io.turngate.load;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;

/** The emulated account that all tenants share. */
final class ManyChat {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Target target;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(LIMIT)
            .version(HttpClient.Version.HTTP_1_1)
            .build();

    ManyChat(Target target) {
        this.target = target;
    }

    /** Adds contacts, who have just written. Blocks; fails with {@link IllegalStateException}. */
    void knows(List<Contact> contacts) {
        for (Contact contact : contacts) {
            add(contact);
        }
    }

    /** Where a contact's inbox can be looked at. */
    static String inbox(Target target, Contact contact) {
        return target.manyChat() + "/emulator/contacts/" + contact.id();
    }

    private void add(Contact contact) {
        String body = "{\"id\":\"" + contact.id() + "\",\"channel\":\"whatsapp\"}";
        HttpRequest request = HttpRequest.newBuilder(target.manyChat().resolve("/emulator/contacts"))
                .timeout(LIMIT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IllegalStateException(
                        "the emulator does not take a contact: status " + response.statusCode());
            }
        } catch (IOException e) {
            throw new IllegalStateException("the emulator cannot be reached", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
