package io.turngate.runner.wire;

import io.vertx.core.MultiMap;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads when a provider may be asked again: {@code Retry-After} in seconds or as a date (RFC 9110, 10.2.3). */
final class RetryAfter {

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,6})?");
    private static final int MILLIS_PER_SECOND = 1_000;

    private RetryAfter() {}

    /** Empty if nothing is said that can be read; never negative. */
    static Optional<Duration> of(MultiMap headers, Instant now) {
        return Optional.ofNullable(headers.get("Retry-After"))
                .map(String::strip)
                .flatMap(value -> {
                    if (SECONDS.matcher(value).matches()) {
                        return Optional.of(
                                Duration.ofMillis(Math.round(Double.parseDouble(value) * MILLIS_PER_SECOND)));
                    }
                    // By the provider's own clock, if it shows it: ours may differ.
                    Instant its = date(headers.get("Date")).orElse(now);
                    return date(value).map(until -> until.isAfter(its) ? Duration.between(its, until) : Duration.ZERO);
                });
    }

    private static Optional<Instant> date(@Nullable String text) {
        try {
            return Optional.ofNullable(text)
                    .map(DateTimeFormatter.RFC_1123_DATE_TIME::parse)
                    .map(Instant::from);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
