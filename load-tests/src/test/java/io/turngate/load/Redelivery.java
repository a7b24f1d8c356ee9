package io.turngate.load;

import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.javaapi.core.Session;
import java.time.Duration;
import java.time.Instant;

/**
 * One message of each contact's ten is delivered a second time, after the next one. Right: the first one's answer again, with its
 * count and history, and what follows is counted as if nothing had been.
 */
public final class Redelivery extends ContactSimulation {

    private static final int MESSAGES = 10;
    private static final String KEPT = "kept";

    /** By what contacts' messages are told apart, in turn: a message id, ManyChat's stamp, or nothing but their text. */
    public Redelivery() {
        super(10);
        runs(scenario("redelivery")
                .exec(contactComes())
                .exec(repeat(MESSAGES, "n")
                        .on(says("message", Redelivery::writesNamed)
                                .exec(doIf(session -> session.getInt("n") == delivered(session))
                                        .then(exec(session -> session.set(KEPT, message(session)))))
                                .exec(doIf(session -> session.getInt("n") == delivered(session) + 1)
                                        .then(exec(Redelivery::takesKeptAgain).exec(isSent("second delivery"))))
                                .exec(pause(Duration.ofMillis(500), Duration.ofMillis(1_000)))))
                .exec(contactGoes())
                .injectOpen(arriving()));
    }

    private static Session takesKeptAgain(Session session) {
        Message kept = session.get(KEPT);
        return session.set(MESSAGE, kept.expecting(kept.expected().again()));
    }

    /** Which of a visit's messages comes twice: any but the last. */
    private static int delivered(Session session) {
        return number(contact(session)) / 3 % (MESSAGES - 1);
    }

    private static Message writesNamed(Contact contact) {
        Message message = contact.writes();
        return switch (number(contact) % 3) {
            case 0 -> message.named("\"message_id\":\"m-" + contact.id() + "-" + message.number() + "\",");
            case 1 -> message.named("\"last_interaction\":\"" + Instant.now() + "\",");
            default -> message;
        };
    }

    private static int number(Contact contact) {
        return Integer.parseInt(contact.id());
    }
}
