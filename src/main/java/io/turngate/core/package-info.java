/** The words that every other package shares: ids, turns, outcomes, channels, the deadline, the one failure type. */
@NullMarked
package io.turngate.core;

import org.jspecify.annotations.NullMarked;
