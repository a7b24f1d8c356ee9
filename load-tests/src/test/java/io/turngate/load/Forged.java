package io.turngate.load;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Somebody who knows the secret floods the gateway with messages in the names of contacts who write just then, without a token or
 * with a wrong one. Right: the forged ones are unbound, with no history and no count; the contacts' own go on as if nothing had
 * been, though each of them is given a new token meanwhile.
 */
public final class Forged extends ContactSimulation {

    private static final int MESSAGES = 5;
    private static final int MOST_OF_A_CONTACT = 60;
    private static final int SEEDED_EXCHANGES = 3;
    private static final String A_WRONG_TOKEN = "\"ai_token\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"";

    private final int forgedPerSecond = Settings.number("forged", 30, 1, 10_000);
    private final int seconds = Settings.number("seconds", 30, 5, 86_400);
    private final AtomicInteger forged = new AtomicInteger();

    /** Reads {@code load.forged}: how many forged messages come each second (30), evenly over all contacts. */
    public Forged() {
        super(4);
        int ofAContact = forgedPerSecond * (seconds + 1) / contacts().all().size() + 1;
        if (ofAContact > MOST_OF_A_CONTACT) {
            throw new IllegalArgumentException(
                    "more than " + MOST_OF_A_CONTACT
                            + " forged messages of a contact would meet the rate limit: fewer load.forged or more load.contacts");
        }
        runs(
                scenario("contacts")
                        .exec(contactComes())
                        .exec(repeat(MESSAGES)
                                .on(says("own message", Contact::writes)
                                        .exec(pause(Duration.ofMillis(500), Duration.ofMillis(1_500)))))
                        .exec(contactGoes())
                        .injectOpen(arriving()),
                scenario("forger")
                        .exec(forges())
                        .injectOpen(constantUsersPerSec(forgedPerSecond).during(seconds)));
    }

    @Override
    void seed(Past past, Contact contact) throws IOException {
        super.seed(past, contact);
        past.exchanges(contact, SEEDED_EXCHANGES, Duration.ofDays(2));
        contact.hasBehind(0, 2 * SEEDED_EXCHANGES);
    }

    @Override
    List<Contact> knownToManyChat() {
        return contacts().all();
    }

    private ChainBuilder forges() {
        return exec(session -> session.set("forged", forged.getAndIncrement()))
                .exec(http("forged message")
                        .post(session -> address(session) + "?format=fields")
                        .body(StringBody(this::body))
                        .check(
                                status().is(200),
                                header("X-Turngate-Outcome").is("answered"),
                                header("X-Turngate-Turn").is("0"),
                                header("X-Turngate-History").is("0"),
                                jmesPath("bound").ofBoolean().is(false),
                                jmesPath("reply").is(target().reply())));
    }

    private String address(Session session) {
        int number = session.getInt("forged");
        return target().gateways().get(number % target().gateways().size()) + "/v1/"
                + victim(number).tenant() + "/messages";
    }

    private String body(Session session) {
        int number = session.getInt("forged");
        return victim(number).forged(number).body(number / contacts().all().size() % 2 == 0 ? "" : A_WRONG_TOKEN);
    }

    private Contact victim(int number) {
        List<Contact> all = contacts().all();
        return all.get(number % all.size());
    }
}
