/** Starts the program and builds every object by hand; the only package that sees implementations. */
@NullMarked
package io.turngate;

import org.jspecify.annotations.NullMarked;
