package io.turngate.conversation;

import io.turngate.core.Sha256;
import io.turngate.rules.Rules;
import io.turngate.store.Fingerprints;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.OptionalLong;

/** Makes the fingerprints of a message. The contact is not part of them: they are kept under the contact's own keys. */
final class Fingerprint {

    private static final Duration OF_MESSAGE_ID = Duration.ofHours(24);
    private static final Duration OF_STAMP = Duration.ofMinutes(10);
    private static final int BYTES = 12;
    private static final char SEPARATOR = '\n';

    private Fingerprint() {}

    static Fingerprints of(Message message, Rules rules) {
        String said = message.media().name() + SEPARATOR + message.text();
        if (message.messageId().isPresent()) {
            String strong = hash("id" + SEPARATOR + message.messageId().get() + SEPARATOR + said);
            return new Fingerprints(strong, OF_MESSAGE_ID, "", Duration.ZERO, "", OptionalLong.empty());
        }
        Duration window = Duration.ofSeconds(rules.duplicateSeconds());
        String weak = window.isZero() ? "" : hash("text" + SEPARATOR + said);
        return message.stamp()
                .map(stamp -> stamped(stamp, said, weak, window))
                .orElseGet(() -> new Fingerprints("", Duration.ZERO, weak, window, "", OptionalLong.empty()));
    }

    private static Fingerprints stamped(String stamp, String said, String weak, Duration window) {
        OptionalLong millis = millis(stamp);
        String strong = millis.isPresent() ? hash("stamp" + SEPARATOR + stamp + SEPARATOR + said) : "";
        return new Fingerprints(strong, OF_STAMP, weak, window, hash(stamp), millis);
    }

    /** Empty for what is not a time: such a stamp still tells messages apart, but never for long. */
    private static OptionalLong millis(String stamp) {
        try {
            return OptionalLong.of(OffsetDateTime.parse(stamp).toInstant().toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            return OptionalLong.empty();
        }
    }

    private static String hash(String text) {
        return HexFormat.of().formatHex(Sha256.digest(text), 0, BYTES);
    }
}
