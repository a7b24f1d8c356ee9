/** Evals: cases that go the way of a message, on conversations of their own, and what came of them. */
@NullMarked
package io.turngate.eval;

import org.jspecify.annotations.NullMarked;
