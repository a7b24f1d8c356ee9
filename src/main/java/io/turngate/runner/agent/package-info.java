/** A runner that asks a language model. */
@NullMarked
package io.turngate.runner.agent;

import org.jspecify.annotations.NullMarked;
