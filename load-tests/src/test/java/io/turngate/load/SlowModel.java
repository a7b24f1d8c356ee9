package io.turngate.load;

import static io.gatling.javaapi.core.CoreDsl.asLongAs;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.jmesPath;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;
import java.util.List;

/**
 * The runner always takes longer than an answer may. Right: each message is acknowledged in time and counted, and its reply is
 * pushed, once.
 */
public final class SlowModel extends ContactSimulation {

    private static final int MESSAGES = 2;
    private static final int MOST_LOOKS = Settings.number("looks", 40, 1, 1_000);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
    private static final Duration LONG_ENOUGH_FOR_ANOTHER = Duration.ofSeconds(3);
    private static final String PUSHED = "pushed";

    /** Reads {@code load.looks}: how often, twice a second, a contact looks for a push before it counts as missing (40). */
    public SlowModel() {
        super(4);
        runs(scenario("slow model")
                .exec(contactComes())
                .exec(repeat(MESSAGES, "n")
                        .on(says("message", Contact::writesToSlowRunner)
                                .exec(looksUntilPushed())
                                .exec(pause(1))))
                .exec(pause(LONG_ENOUGH_FOR_ANOTHER))
                .exec(finds("pushes in the end", MESSAGES))
                .exec(contactGoes())
                .injectOpen(arriving()));
    }

    @Override
    List<Contact> knownToManyChat() {
        return contacts().all();
    }

    private ChainBuilder looksUntilPushed() {
        return exec(session -> session.set(PUSHED, 0).set("looks", 0))
                .exec(asLongAs(SlowModel::isToLookAgain)
                        .on(pause(BETWEEN_LOOKS)
                                .exec(look("look")
                                        .check(jmesPath(pushes()).ofInt().saveAs(PUSHED)))
                                .exec(session -> session.set("looks", session.getInt("looks") + 1))))
                .exec(http("push")
                        .get(session -> ManyChat.inbox(target(), contact(session)))
                        .check(jmesPath(pushes()).ofInt().is(session -> session.getInt("n") + 1)))
                .exitHereIfFailed();
    }

    private static boolean isToLookAgain(Session session) {
        return session.getInt(PUSHED) <= session.getInt("n") && session.getInt("looks") < MOST_LOOKS;
    }

    private ChainBuilder finds(String name, int pushes) {
        return exec(look(name).check(jmesPath(pushes()).ofInt().is(pushes)));
    }

    private HttpRequestActionBuilder look(String name) {
        return http(name)
                .get(session -> ManyChat.inbox(target(), contact(session)))
                .check(status().is(200));
    }

    /** How many texts were pushed that are the runner's reply. */
    private String pushes() {
        return "length(inbox[?source=='push' && text=='" + target().reply() + "'])";
    }
}
