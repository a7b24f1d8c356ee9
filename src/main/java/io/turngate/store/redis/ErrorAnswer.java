package io.turngate.store.redis;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import java.util.regex.Pattern;

/**
 * What a server's error answer means for where a command belongs. All but {@link #OTHER} mean that the command had no
 * effect: a script that is refused a write is refused its first.
 */
enum ErrorAnswer {
    /** The server does not know the script. */
    NOSCRIPT,
    /** The slot lies with another node. */
    MOVED,
    /** The key, if it is anywhere, is already with the node that the slot is being moved to. */
    ASK,
    /** Some of the keys are here and some with the node that the slot is being moved to. */
    TRYAGAIN,
    /** The server has become a replica. */
    DEMOTED,
    /** The server takes nothing just now: it loads its data, or too many of its peers are away. */
    AWAY,
    /** Any other error, a lost connection or silence: it may have taken effect. */
    OTHER;

    /** An error of the second command of a batch. */
    private static final Pattern OF_A_BATCH = Pattern.compile("^ERR \\[\\d+] ");

    /** What a failure of {@link RedisLink} is about. */
    static ErrorAnswer of(Throwable failure) {
        Throwable cause = failure.getCause();
        return cause == null ? OTHER : ofText(text(cause));
    }

    /** The address that {@code MOVED 3999 127.0.0.1:6381} and {@code ASK} name. */
    static String target(Throwable failure) {
        Throwable cause = failure.getCause();
        String text = cause == null ? "" : text(cause);
        return text.substring(text.lastIndexOf(' ') + 1);
    }

    /** The failure of a link for that of its client. */
    static TurngateException refine(Throwable failure) {
        Kind kind = ofText(text(failure)) == OTHER ? Kind.STATE_UNAVAILABLE : Kind.STATE_OFFLINE;
        return new TurngateException(kind, "Redis did not carry out a command: " + describe(failure), failure);
    }

    /** The first line of what a failure says. */
    static String describe(Throwable failure) {
        return failure.getMessage() == null
                ? failure.getClass().getSimpleName()
                : text(failure).lines().findFirst().orElse("");
    }

    private static String text(Throwable failure) {
        return OF_A_BATCH.matcher(String.valueOf(failure.getMessage())).replaceFirst("");
    }

    private static ErrorAnswer ofText(String text) {
        int space = text.indexOf(' ');
        return switch (space < 0 ? text : text.substring(0, space)) {
            case "NOSCRIPT" -> NOSCRIPT;
            case "MOVED" -> MOVED;
            case "ASK" -> ASK;
            case "TRYAGAIN" -> TRYAGAIN;
            case "READONLY", "MASTERDOWN" -> DEMOTED;
            case "LOADING", "CLUSTERDOWN", "NOREPLICAS" -> AWAY;
            // 6.2 puts the error of a script's command into one of its own.
            default -> text.contains("-READONLY ") ? DEMOTED : text.contains("-NOREPLICAS ") ? AWAY : OTHER;
        };
    }
}
