/** From a conversation to what a model is given. */
@NullMarked
package io.turngate.runner.prompt;

import org.jspecify.annotations.NullMarked;
