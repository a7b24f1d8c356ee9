package io.turngate.load;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Contacts come back after hours, days and weeks. Right: the history is what the past 30 days hold, and after at least a day of
 * silence the count is 1 again, whatever it was.
 */
public final class Return extends ContactSimulation {

    private static final Duration A_DAY = Duration.ofHours(24);
    private static final Duration REACH = Duration.ofDays(30);

    /** Exchanges that a contact had, the last one that long ago, before and after a long silence. */
    private record Absence(int olderExchanges, Duration olderAgo, int exchanges, Duration ago) {

        static Absence of(int exchanges, Duration ago) {
            return new Absence(0, ago, exchanges, ago);
        }

        int turnsInReach() {
            return (isInReach(ago) ? 2 * exchanges : 0) + (isInReach(olderAgo) ? 2 * olderExchanges : 0);
        }

        int messagesInStretch() {
            return ago.compareTo(A_DAY) < 0 ? exchanges : 0;
        }

        private static boolean isInReach(Duration ago) {
            return ago.compareTo(REACH) < 0;
        }
    }

    private static final List<Absence> ABSENCES = List.of(
            Absence.of(6, Duration.ofDays(2)),
            Absence.of(6, Duration.ofDays(20)),
            Absence.of(6, Duration.ofDays(40)),
            Absence.of(25, Duration.ofHours(25)),
            Absence.of(25, Duration.ofHours(23)),
            Absence.of(3, Duration.ofHours(23)),
            Absence.of(3, REACH.minusHours(1)),
            Absence.of(3, REACH.plusHours(1)),
            new Absence(6, Duration.ofDays(40), 2, Duration.ofDays(20)),
            new Absence(6, Duration.ofDays(20), 1, Duration.ofHours(1)));

    /** Contacts arrive in turn of their kinds of absence. */
    public Return() {
        super(20);
        runs(scenario("return")
                .exec(contactComes())
                .exec(says("first message", Contact::writes))
                .exec(repeat(2).on(pause(1).exec(exec(says("further message", Contact::writes)))))
                .injectOpen(arriving()));
    }

    @Override
    void seed(Past past, Contact contact) throws IOException {
        super.seed(past, contact);
        Absence absence = ABSENCES.get(Integer.parseInt(contact.id()) % ABSENCES.size());
        past.exchanges(contact, absence.olderExchanges(), absence.olderAgo());
        past.exchanges(contact, absence.exchanges(), absence.ago());
        if (absence.messagesInStretch() > 0) {
            past.counter(contact, absence.messagesInStretch(), absence.ago());
        }
        contact.hasBehind(absence.messagesInStretch(), absence.turnsInReach());
    }
}
