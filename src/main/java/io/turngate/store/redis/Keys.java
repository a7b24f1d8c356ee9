package io.turngate.store.redis;

import io.turngate.core.Contact;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The only builder of key names. All keys of a contact share the hash tag <code>{tenant:contact}</code>, so they lie in
 * one slot and a script may touch them together.
 */
final class Keys {

    /** The index of lanes that have to be looked after, a sorted set. */
    static final String LANES = "tg:lanes";

    private final String prefix;

    private Keys(String prefix) {
        this.prefix = prefix;
    }

    static Keys of(Contact contact) {
        return new Keys(
                "tg:{" + contact.tenant().value() + ":" + encode(contact.id().value()) + "}:");
    }

    /** Bound turns, a sorted set. */
    String turns() {
        return prefix + "turns";
    }

    /** The cached counter of the stretch, a hash. */
    String cap() {
        return prefix + "cap";
    }

    /** The accepted messages of the last hour, a sorted set. */
    String rate() {
        return prefix + "rate";
    }

    /** What is kept of the contact itself, a hash. */
    String contact() {
        return prefix + "contact";
    }

    /** The run that is under way and what waits, a hash. */
    String lane() {
        return prefix + "lane";
    }

    /** Words that are still to be pushed, a list. */
    String pending() {
        return prefix + "pending";
    }

    /** What is known of a message of this fingerprint, a string. */
    String duplicate(String fingerprint) {
        return prefix + "dup:" + fingerprint;
    }

    /** The keys that every script of a contact is given, in this order; also every key whose name is fixed. */
    List<String> all() {
        return List.of(turns(), cap(), rate(), contact(), lane(), pending());
    }

    /** Percent-encodes what is not a letter, a digit, {@code _} or {@code -}, as UTF-8. */
    static String encode(String id) {
        if (id.chars().allMatch(Keys::isPlain)) {
            return id;
        }
        StringBuilder encoded = new StringBuilder();
        for (byte unit : id.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain(unit)) {
                encoded.append((char) unit);
            } else {
                encoded.append(String.format("%%%02X", unit & 0xff));
            }
        }
        return encoded.toString();
    }

    private static boolean isPlain(int unit) {
        return unit >= 'a' && unit <= 'z'
                || unit >= 'A' && unit <= 'Z'
                || unit >= '0' && unit <= '9'
                || unit == '_'
                || unit == '-';
    }
}
