package io.turngate.store;

import io.turngate.rules.Rules;
import java.time.Duration;

/**
 * What a message is judged by, as far as the store has to know.
 *
 * @param rules the rules of the snapshot
 * @param lease how long a run may hold the lane; a gateway that is silent for longer has lost it
 * @param canPush whether words that no request carries can be pushed to the contact
 */
public record Terms(Rules rules, Duration lease, boolean canPush) {}
