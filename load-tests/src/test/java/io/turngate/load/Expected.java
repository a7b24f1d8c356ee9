package io.turngate.load;

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

    static Expected acknowledged(int turn) {
        return new Expected("acknowledged", "", turn, 0, 0);
    }

    /** Answered apart from the contact's conversation. */
    static Expected unbound() {
        return answered(0, 0);
    }

    /** What a second delivery of the same message is answered. */
    Expected again() {
        return new Expected("duplicate", reason, turn, history, replies);
    }
}
