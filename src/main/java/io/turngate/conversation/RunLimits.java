package io.turngate.conversation;

import java.time.Duration;

/**
 * How long a run may take.
 *
 * @param modelAbort how long its runner may, where the reply can be pushed
 * @param lease how long it may hold the lane; a gateway that is silent for longer has lost it
 */
public record RunLimits(Duration modelAbort, Duration lease) {}
