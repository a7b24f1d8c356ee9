/** The port to what produces the agent's reply, and the wrappers around it. */
@NullMarked
package io.turngate.runner;

import org.jspecify.annotations.NullMarked;
