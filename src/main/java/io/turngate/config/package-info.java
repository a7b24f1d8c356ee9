/** Reads and validates conf/: immutable records, secrets by reference, every problem reported at once. */
@NullMarked
package io.turngate.config;

import org.jspecify.annotations.NullMarked;
