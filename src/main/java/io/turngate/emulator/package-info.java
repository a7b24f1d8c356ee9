/** ManyChat as Turngate meets it, for tests and for {@code turngate emulator}: its public API and its flows, on loopback. */
@NullMarked
package io.turngate.emulator;

import org.jspecify.annotations.NullMarked;
