/** The use case: one message's way from its arrival to its answer. */
@NullMarked
package io.turngate.conversation;

import org.jspecify.annotations.NullMarked;
