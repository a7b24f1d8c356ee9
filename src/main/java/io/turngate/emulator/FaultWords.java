package io.turngate.emulator;

import io.vertx.core.json.JsonObject;
import java.time.Duration;

/** Sets a fault as the control API names it. */
final class FaultWords {

    private static final int LONGEST_SECONDS = 3_600;

    private FaultWords() {}

    /** Sets what the body says, or clears everything for {@code none}; refuses what it does not know. */
    static void set(StrictObject body, Faults faults) {
        body.only("fault", "status", "message", "code", "body", "millis", "times", "seconds", "call");
        if (body.text("fault").equals("none")) {
            faults.clear();
            return;
        }
        Fault fault = fault(body);
        JsonObject json = body.json();
        if (body.has("seconds")) {
            Duration time = Duration.ofSeconds(number(json, "seconds", 1, 1, LONGEST_SECONDS));
            if (body.has("call")) {
                faults.during(time, kind(body), fault);
            } else {
                faults.during(time, fault);
            }
        } else {
            int times = number(json, "times", 1, 1, 1_000_000);
            if (body.has("call")) {
                faults.next(times, kind(body), fault);
            } else {
                faults.next(times, fault);
            }
        }
    }

    private static Fault fault(StrictObject body) {
        JsonObject json = body.json();
        return switch (body.text("fault")) {
            case "tooFast" -> Fault.tooFast();
            case "serverError" -> Fault.serverError();
            case "wrongToken" -> Fault.wrongToken();
            case "error" ->
                Fault.error(
                        number(json, "status", 200, 200, 599),
                        body.text("message"),
                        number(json, "code", 0, 0, Integer.MAX_VALUE));
            case "answer" -> Fault.answer(number(json, "status", 200, 200, 599), body.text("body"));
            case "hang" -> Fault.hang();
            case "hangAfterEffect" -> Fault.hangAfterEffect();
            case "cut" -> Fault.cut();
            case "cutAfterEffect" -> Fault.cutAfterEffect();
            case "slow" -> Fault.slow(Duration.ofMillis(number(json, "millis", 1_000, 1, 60_000)));
            default -> throw Refusal.invalid("fault is not known");
        };
    }

    private static CallKind kind(StrictObject body) {
        return CallKind.find(body.text("call")).orElseThrow(() -> Refusal.invalid("call is not known"));
    }

    private static int number(JsonObject json, String key, int absent, int least, int most) {
        Object value = json.getValue(key, absent);
        if (value instanceof Integer number && number >= least && number <= most) {
            return number;
        }
        throw Refusal.invalid(key + " must be an integer from " + least + " to " + most);
    }
}
