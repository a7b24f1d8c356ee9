package io.turngate.manychat.api;

/**
 * What became of one call of ManyChat's API.
 *
 * @param kind what it means
 * @param why ManyChat's own words or what failed, at most 200 characters, without keys, tokens or a contact's text; for logs
 *     and dead letters
 */
public record ApiAnswer(Kind kind, String why) {

    /** What an answer means, and with it whether the call may be made again. */
    public enum Kind {
        /** Taken: accepted, which is not yet delivered. */
        ACCEPTED,
        /** Too many calls a second: again, later. */
        TOO_FAST,
        /** It never reached ManyChat, or ManyChat failed: again, later. */
        NOT_SENT,
        /** It was written and no answer came: it may have been taken. */
        UNCERTAIN,
        /** The key is wrong: no call of the account will be taken. */
        WRONG_KEY,
        /** ManyChat does not know the contact. */
        NO_SUCH_CONTACT,
        /** More than 24 hours after the contact's last message, or a wrong or missing type of content. */
        OUTSIDE_WINDOW,
        /** Refused for any other reason; it would be again. */
        REFUSED
    }

    /** Whether ManyChat took it. */
    public boolean isAccepted() {
        return kind == Kind.ACCEPTED;
    }
}
