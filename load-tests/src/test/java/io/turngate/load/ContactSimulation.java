package io.turngate.load;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Function;

/**
 * A run in which each virtual user is a contact who knows what each answer must be. One wrong answer fails the run; a contact who
 * got one leaves, since from then on nobody knows what is right.
 */
abstract class ContactSimulation extends Simulation {

    static final String CONTACT = "contact";
    static final String MESSAGE = "message";

    private final Target target = Target.read();
    private final int usersPerSecond;
    private final int seconds = Settings.number("seconds", 30, 5, 86_400);
    private final Contacts contacts;
    private Cpu cpu = new Cpu(0, 0);

    /**
     * Reads how many contacts begin to write each second ({@code load.users}), for how long ({@code load.seconds}, 30), and how
     * many there are ({@code load.contacts}, by default as many as begin, so that none comes back).
     */
    ContactSimulation(int usersPerSecond) {
        this.usersPerSecond = Settings.number("users", usersPerSecond, 1, 10_000);
        this.contacts = new Contacts(target, Settings.number("contacts", arrivals(), 1, 10_000_000));
    }

    final Target target() {
        return target;
    }

    final Contacts contacts() {
        return contacts;
    }

    /** At least as many as arrive within the run. */
    final int arrivals() {
        return usersPerSecond * (seconds + 1);
    }

    /** No more than arrive within the run. */
    final int leastArrivals() {
        return (usersPerSecond + 1) * rise() / 2 + usersPerSecond * (seconds - rise()) - 2;
    }

    /** How many seconds contacts keep arriving. */
    final int seconds() {
        return seconds;
    }

    /** Within so many seconds from the begin on the rate of arrivals rises to what it is then. */
    final int rise() {
        return Math.max(1, seconds / 5);
    }

    /** What a contact has behind them when the run begins. */
    void seed(Past past, Contact contact) throws IOException {
        past.known(contact);
    }

    /** Contacts that the emulator has to know, because Turngate is to call it about them. */
    List<Contact> knownToManyChat() {
        return List.of();
    }

    @Override
    public void before() {
        WarmUp warmUp = new WarmUp(target);
        try (RedisPipe redis = new RedisPipe(target.redisPort())) {
            Past past = new Past(redis, target.reply());
            for (Contact contact : contacts.all()) {
                seed(past, contact);
            }
            warmUp.seed(past);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ManyChat manyChat = new ManyChat(target);
        manyChat.knows(knownToManyChat());
        manyChat.knows(warmUp.contacts());
        warmUp.run();
        cpu = Cpu.read();
    }

    @Override
    public void after() {
        Cpu used = Cpu.read().since(cpu);
        System.out.println(
                "processor time: gateways " + used.gatewayMillis() + " ms, Redis " + used.redisMillis() + " ms");
    }

    /** Runs these, and fails the run if any answer is wrong or there is none. */
    final void runs(PopulationBuilder... populations) {
        HttpProtocolBuilder protocol = http.authorizationHeader("Bearer " + target.secret())
                .contentTypeHeader("application/json")
                .shareConnections();
        setUp(populations)
                .protocols(protocol)
                .assertions(
                        global().failedRequests().count().is(0L),
                        global().successfulRequests().count().gt(0L));
    }

    /** Contacts begin to write at a rate that does not depend on answers: a fifth of the time more and more of them. */
    final OpenInjectionStep[] arriving() {
        return new OpenInjectionStep[] {
            rampUsersPerSec(1).to(usersPerSecond).during(rise()),
            constantUsersPerSec(usersPerSecond).during(Math.max(1, seconds - rise()))
        };
    }

    final ChainBuilder contactComes() {
        return exec(session -> session.set(CONTACT, contacts.take()));
    }

    final ChainBuilder contactGoes() {
        return exec(session -> {
            contacts.giveBack(contact(session));
            return session;
        });
    }

    static Contact contact(Session session) {
        return session.get(CONTACT);
    }

    static Message message(Session session) {
        return session.get(MESSAGE);
    }

    /** The contact says something and is answered as they must be. */
    final ChainBuilder says(String name, Function<Contact, Message> something) {
        return exec(session -> session.set(MESSAGE, something.apply(contact(session))))
                .exec(isSent(name));
    }

    /** The message of the session is sent, and the answer is right. */
    final ChainBuilder isSent(String name) {
        return exec(http(name)
                        .post(session -> target.address(message(session)))
                        .body(StringBody(session -> message(session).body()))
                        .check(
                                status().is(200),
                                header("X-Turngate-Outcome")
                                        .is(session -> expected(session).outcome()),
                                header("X-Turngate-Reason")
                                        .is(session -> expected(session).reason()),
                                header("X-Turngate-Turn")
                                        .is(session -> Integer.toString(
                                                expected(session).turn())),
                                header("X-Turngate-History")
                                        .is(session -> Integer.toString(
                                                expected(session).history())),
                                substring(target.reply())
                                        .count()
                                        .is(session -> expected(session).replies())))
                .exitHereIfFailed();
    }

    private static Expected expected(Session session) {
        return message(session).expected();
    }
}
