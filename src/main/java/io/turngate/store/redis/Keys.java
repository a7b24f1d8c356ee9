package io.turngate.store.redis;

import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.TenantId;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The only builder of key names. All keys of a contact share the hash tag <code>{tenant:contact}</code>, so they lie in
 * one slot and a script may touch them together.
 */
final class Keys {

    /** The index of lanes that have to be looked after, a sorted set. */
    static final String LANES = "tg:lanes";

    private static final String SCHEME = KeySpace.REAL.start() + "{";

    private final String prefix;

    private Keys(String prefix) {
        this.prefix = prefix;
    }

    static Keys of(Contact contact) {
        return KeySpace.REAL.keysOf(contact);
    }

    /** A contact's keys in another space than the real one. */
    static Keys of(KeySpace space, Contact contact) {
        return new Keys(space.start() + "{" + contact.tenant().value() + ":"
                + encode(contact.id().value()) + "}:");
    }

    /** The index of a tenant's contacts that have something to be delivered, a sorted set. */
    static String outbox(TenantId tenant) {
        return SCHEME + tenant.value() + "}:outbox";
    }

    /** What could not be delivered for a tenant, a stream. */
    static String dead(TenantId tenant) {
        return SCHEME + tenant.value() + "}:dead";
    }

    /** What a tenant spent on models on a day ({@code yyyymmdd}), a hash. */
    static String budget(TenantId tenant, String day) {
        return SCHEME + tenant.value() + "}:budget:" + day;
    }

    /** When an account's call may be made next, a string. */
    static String pace(String account, String call) {
        return SCHEME + "pace:" + account + "}:" + call;
    }

    /** What is written beside a key, into its slot, to see whether replicas have it; a string. */
    static String marker(String key) {
        return key.substring(0, key.indexOf('}') + 1) + ":wait";
    }

    /** A pattern for the keys of one kind of all contacts of a tenant. */
    static String pattern(TenantId tenant, String kind) {
        return SCHEME + tenant.value() + ":*}:" + kind;
    }

    /** The contact whose key it is; empty for any other key. */
    static Optional<Contact> contactOf(TenantId tenant, String key) {
        String start = SCHEME + tenant.value() + ":";
        int end = key.indexOf('}');
        if (!key.startsWith(start) || end < start.length()) {
            return Optional.empty();
        }
        return decode(key.substring(start.length(), end))
                .filter(id -> !id.isEmpty() && id.length() <= ContactId.MAX_LENGTH)
                .map(id -> new Contact(tenant, new ContactId(id)));
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

    /** Who delivers what is pending, and until when, a hash. */
    String delivery() {
        return prefix + "delivery";
    }

    /** The flows that were sent to the contact, a string. */
    String flows() {
        return prefix + "flows";
    }

    /** The keys that have no time to live of their own while they are in use. */
    List<String> lasting() {
        return List.of(turns(), prefix + "unbound", pending());
    }

    /** What is known of a message of this fingerprint, a string. */
    String duplicate(String fingerprint) {
        return prefix + "dup:" + fingerprint;
    }

    /** The keys that every script of a lane is given, in this order. */
    List<String> all() {
        return List.of(turns(), cap(), rate(), contact(), lane(), pending());
    }

    /** Every key whose name is fixed. */
    List<String> fixed() {
        return List.of(
                turns(),
                prefix + "unbound",
                cap(),
                rate(),
                prefix + "rate-unbound",
                contact(),
                lane(),
                pending(),
                delivery(),
                flows());
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

    private static Optional<String> decode(String encoded) {
        try {
            // That other form also writes a blank as a plus, which here stands in no name.
            return encoded.indexOf('+') >= 0
                    ? Optional.empty()
                    : Optional.of(URLDecoder.decode(encoded, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean isPlain(int unit) {
        return unit >= 'a' && unit <= 'z'
                || unit >= 'A' && unit <= 'Z'
                || unit >= '0' && unit <= '9'
                || unit == '_'
                || unit == '-';
    }
}
