package io.turngate.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How old a turn of an eval is, as it is written: {@code 29d}, {@code 23h59m}, {@code 2m30s}, {@code 1ms}. */
final class EvalAge {

    static final Duration OLDEST = Duration.ofDays(3_650);
    static final String EXPECTED =
            "an age from 1ms to 3650d such as \"29d\", \"23h59m\" or \"2m30s\" (d, h, m, s, ms, in this order)";

    private static final Pattern FORM =
            Pattern.compile("(?:(\\d{1,9})d)?(?:(\\d{1,9})h)?(?:(\\d{1,9})m)?(?:(\\d{1,9})s)?(?:(\\d{1,9})ms)?");

    private EvalAge() {}

    /** The age; empty if it is not written so, or out of bounds. */
    static Optional<Duration> parse(String written) {
        Matcher parts = FORM.matcher(written);
        if (!parts.matches()) {
            return Optional.empty();
        }
        Duration age = Duration.ofDays(number(parts, 1))
                .plusHours(number(parts, 2))
                .plusMinutes(number(parts, 3))
                .plusSeconds(number(parts, 4))
                .plusMillis(number(parts, 5));
        return age.isZero() || age.compareTo(OLDEST) > 0 ? Optional.empty() : Optional.of(age);
    }

    private static long number(Matcher parts, int group) {
        String digits = parts.group(group);
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
