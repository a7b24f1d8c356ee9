/** The port to a contact's kept state. */
@NullMarked
package io.turngate.store;

import org.jspecify.annotations.NullMarked;
