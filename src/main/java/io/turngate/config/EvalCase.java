package io.turngate.config;

import io.turngate.core.Channel;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.rules.Rules;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One line of a tenant's evals/*.jsonl: what was said before, a message, and what must hold of its answer.
 *
 * @param name once in a tenant, 1 to 80 of a-z, 0-9 and -
 * @param file the file's own name, without its folder
 * @param line from 1
 * @param turns what was said before, oldest first
 * @param message what the contact writes
 * @param rules the tenant's rules with what this case has otherwise; empty if it has nothing otherwise
 * @param providers the runners that it is meant for; empty for every one
 * @param expected what must hold
 */
public record EvalCase(
        String name,
        String file,
        int line,
        List<Said> turns,
        Written message,
        Optional<Rules> rules,
        Set<String> providers,
        Expected expected) {

    public EvalCase {
        turns = List.copyOf(turns);
        providers = Set.copyOf(providers);
    }

    /** Whether it is meant for such a runner. */
    public boolean isFor(String provider) {
        return providers.isEmpty() || providers.contains(provider);
    }

    /**
     * A turn of the past.
     *
     * @param age how long ago, a millisecond to 3,650 days
     * @param text never empty
     * @param reason for an agent's turn why it handed the contact over, if it did
     */
    public record Said(Role role, Duration age, String text, Optional<Reason> reason) {}

    /**
     * What the contact writes, as a flow would send it.
     *
     * @param text may be empty, a sticker
     * @param channel where, if it is not the tenant's
     */
    public record Written(
            String text, Optional<Channel> channel, Optional<String> firstName, Optional<String> locale) {}

    /**
     * What must hold, as far as it is said.
     *
     * @param reasons of which any is right, as words, the empty one for none
     * @param contains texts that are in the reply
     * @param notContains texts that are not
     * @param matches what is found somewhere in it
     * @param maxMillis to the answer
     * @param history places in the case's turns, oldest first, that the runner is given
     */
    public record Expected(
            Optional<Outcome> outcome,
            Set<String> reasons,
            List<String> contains,
            List<String> notContains,
            List<Pattern> matches,
            OptionalInt maxMillis,
            Optional<List<Integer>> history) {

        public Expected {
            reasons = Set.copyOf(reasons);
            contains = List.copyOf(contains);
            notContains = List.copyOf(notContains);
            matches = List.copyOf(matches);
        }
    }
}
