package io.turngate.load;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.repeat;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import java.time.Duration;

/** Many contacts of many tenants write at their own pace. Right: counts 1, 2, 3 …, a history that grows by two up to ten. */
public final class Steady extends ContactSimulation {

    private static final int MESSAGES = Settings.number("messages", 5, 1, 60);
    private static final int PAUSE_MILLIS = Settings.number("pause", 1_000, 0, 60_000);

    /** Reads {@code load.messages} (5, of each visit) and {@code load.pause} (1,000 ms between two, give or take a half). */
    public Steady() {
        super(20);
        runs(scenario("steady")
                .exec(contactComes())
                .exec(repeat(MESSAGES)
                        .on(exec(says("message", Contact::writes))
                                .exec(pause(
                                        Duration.ofMillis(PAUSE_MILLIS / 2),
                                        Duration.ofMillis(PAUSE_MILLIS * 3L / 2)))))
                .exec(contactGoes())
                .injectOpen(arriving()));
    }
}
