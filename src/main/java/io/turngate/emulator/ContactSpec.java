package io.turngate.emulator;

import io.turngate.core.Channel;
import java.time.Instant;
import java.util.Optional;

/**
 * A contact to be known to the emulator.
 *
 * @param id digits
 * @param channel where they write
 * @param firstName as in their profile
 * @param lastName as in their profile, possibly empty
 * @param locale for example {@code en_US}
 * @param language for example {@code English}
 * @param timezone for example {@code UTC+05}
 * @param lastInteraction when they wrote last; empty: now
 */
public record ContactSpec(
        String id,
        Channel channel,
        String firstName,
        String lastName,
        String locale,
        String language,
        String timezone,
        Optional<Instant> lastInteraction) {

    public ContactSpec {
        if (!id.matches("[1-9][0-9]{0,30}")) {
            throw new IllegalArgumentException("a contact's id is 1 to 31 digits");
        }
    }

    /** A contact with a common profile, who has just written. */
    public static ContactSpec of(String id, Channel channel) {
        return new ContactSpec(id, channel, "Ana", "Lima", "en_US", "English", "UTC-03", Optional.empty());
    }

    /** The same with another name. */
    public ContactSpec named(String first, String last) {
        return new ContactSpec(id, channel, first, last, locale, language, timezone, lastInteraction);
    }

    /** The same with another language and zone. */
    public ContactSpec from(String newLocale, String newLanguage, String newTimezone) {
        return new ContactSpec(id, channel, firstName, lastName, newLocale, newLanguage, newTimezone, lastInteraction);
    }

    /** The same, who wrote last at that time. */
    public ContactSpec seenAt(Instant time) {
        return new ContactSpec(id, channel, firstName, lastName, locale, language, timezone, Optional.of(time));
    }
}
