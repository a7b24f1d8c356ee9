package io.turngate.runner.prompt;

import java.time.Duration;
import java.util.regex.Pattern;

/** How long ago a turn was said, in one unit that is coarse enough: what matters is whether it may be out of date. */
public final class Age {

    /** A line of its own that says an age; a model that imitates it must not send it to a contact. */
    private static final Pattern NOTE =
            Pattern.compile("(?m)^[ \\t]*\\(said (?:just now|\\d{1,6} [a-z]{3,8} ago)\\)[ \\t]*\\n?");

    private static final long DAYS_A_MONTH = 30;
    private static final long DAYS_A_YEAR = 365;
    private static final long LAST_IN_DAYS = 2 * DAYS_A_MONTH;
    private static final long LAST_IN_MONTHS = 2 * DAYS_A_YEAR;

    private Age() {}

    /**
     * The note of a turn: {@code (said 29 days ago)}. Minutes below an hour, hours below a day, days below 60, months of
     * 30 days below two years, then years, each rounded down; a turn of the future, by a clock that came back, is of now.
     */
    static String note(long saidMillis, long nowMillis) {
        return "(said " + of(Duration.ofMillis(nowMillis - saidMillis)) + ")";
    }

    /** The text without such notes. */
    public static String removed(String text) {
        return NOTE.matcher(text).replaceAll("");
    }

    private static String of(Duration age) {
        long days = age.toDays();
        if (age.toMinutes() < 1) {
            return "just now";
        }
        if (age.toHours() < 1) {
            return ago(age.toMinutes(), "minute");
        }
        if (days < 1) {
            return ago(age.toHours(), "hour");
        }
        if (days < LAST_IN_DAYS) {
            return ago(days, "day");
        }
        return days < LAST_IN_MONTHS ? ago(days / DAYS_A_MONTH, "month") : ago(days / DAYS_A_YEAR, "year");
    }

    private static String ago(long count, String unit) {
        return count + " " + unit + (count == 1 ? "" : "s") + " ago";
    }
}
