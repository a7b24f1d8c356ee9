package io.turngate.outbox;

import io.turngate.manychat.api.ApiAnswer;
import java.util.Locale;

/** Why something was given up: a closed set. */
public enum DeadReason {
    /** It may have arrived, and the tenant wants nothing to arrive twice. */
    UNCERTAIN,
    /** It could not be delivered for a day. */
    EXPIRED,
    /** ManyChat no longer lets anything be sent to the contact, who has not written for a day. */
    OUTSIDE_WINDOW,
    /** ManyChat does not know the contact. */
    NO_SUCH_CONTACT,
    /** ManyChat refused it for another reason. */
    REFUSED,
    /** The item cannot be read. */
    UNREADABLE;

    /** The word in dead letters and metrics. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static DeadReason of(ApiAnswer.Kind kind) {
        return switch (kind) {
            case OUTSIDE_WINDOW -> OUTSIDE_WINDOW;
            case NO_SUCH_CONTACT -> NO_SUCH_CONTACT;
            default -> REFUSED;
        };
    }
}
