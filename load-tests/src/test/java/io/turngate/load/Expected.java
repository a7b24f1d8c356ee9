package io.turngate.load;

import java.util.List;

/**
 * What the headers and the body of a right answer say.
 *
 * @param turn the count in the stretch
 * @param history turns that the runner was given
 * @param replies how often the runner's text is in the answer
 */
record Expected(String outcome, String reason, int turn, int history, int replies) {

    static Expected answered(int turn, int history) {
        return new Expected("answered", "", turn, history, 1);
    }

    static Expected escalated(String reason, int turn) {
        return new Expected("escalated", reason, turn, 0, 0);
    }

    /** Answered together with a newer message. */
    static Expected silent(int turn) {
        return new Expected("silent", "", turn, 0, 0);
    }

    /** Answered before the runner is done, which was given so much. */
    static Expected acknowledged(int turn, int history) {
        return new Expected("acknowledged", "", turn, history, 0);
    }

    /** Answered apart from the contact's conversation. */
    static Expected unbound() {
        return answered(0, 0);
    }

    /** An acknowledgement may say nothing of what the runner was given: its reply is still to come. */
    List<String> histories() {
        String given = Integer.toString(history);
        return outcome.equals("acknowledged") ? List.of(given, "0") : List.of(given);
    }

    /** What a second delivery of the same message is answered. */
    Expected again() {
        return new Expected("duplicate", reason, turn, history, replies);
    }
}
