/** Health, metrics and inspection. */
@NullMarked
package io.turngate.ops;

import org.jspecify.annotations.NullMarked;
