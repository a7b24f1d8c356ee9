package io.turngate.store.redis;

import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.core.Turn;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a kept turn by the order in which the scripts write it: id, role, text, then what else there is. Ten are read for
 * each message, and a JSON parser takes several times as long. Whatever is in another order, and a text with escapes, is left
 * to the parser.
 */
final class TurnReader {

    private static final String HEAD = "{\"id\":\"";
    private static final String ROLE = "\",\"role\":\"";
    private static final String TEXT = "\",\"text\":\"";
    private static final String OUTCOME = ",\"outcome\":\"";
    private static final String REASON = ",\"reason\":\"";

    private static final Map<String, Role> ROLES = words(Role.values(), Role::wireName);
    private static final Map<String, Outcome> OUTCOMES = words(Outcome.values(), Outcome::wireName);
    private static final Map<String, Reason> REASONS = words(Reason.values(), Reason::wireName);

    private TurnReader() {}

    /** The turn, or empty if it takes a parser to read it, or to refuse it. */
    static Optional<Turn> read(String member) {
        int role = member.indexOf('"', HEAD.length());
        int dash = member.indexOf('-', HEAD.length());
        if (!member.startsWith(HEAD) || dash < 0 || dash > role || !member.startsWith(ROLE, role)) {
            return Optional.empty();
        }
        int text = member.indexOf('"', role + ROLE.length());
        if (text < 0 || !member.startsWith(TEXT, text)) {
            return Optional.empty();
        }
        int first = text + TEXT.length();
        int end = member.indexOf('"', first);
        Role whose = ROLES.get(member.substring(role + ROLE.length(), text));
        if (whose == null || end <= first || member.indexOf('\\', first) >= 0 || !member.endsWith("}")) {
            return Optional.empty();
        }
        return Optional.of(new Turn(
                member.substring(HEAD.length(), role),
                whose,
                member.substring(first, end),
                Long.parseLong(member, HEAD.length(), dash, 10),
                word(OUTCOMES, member, OUTCOME, end),
                word(REASONS, member, REASON, end)));
    }

    private static <E> @Nullable E word(Map<String, E> words, String member, String key, int from) {
        int at = member.indexOf(key, from);
        if (at < 0) {
            return null;
        }
        int start = at + key.length();
        return words.get(member.substring(start, member.indexOf('"', start)));
    }

    private static <E> Map<String, E> words(E[] values, Function<E, String> word) {
        return Stream.of(values).collect(Collectors.toUnmodifiableMap(word, value -> value));
    }
}
