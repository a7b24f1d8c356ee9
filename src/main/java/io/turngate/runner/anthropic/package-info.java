/** Anthropic's Messages API. */
@NullMarked
package io.turngate.runner.anthropic;

import org.jspecify.annotations.NullMarked;
