/** ManyChat's side of the wire: request bytes to a message, an answer to bytes for each channel. */
@NullMarked
package io.turngate.manychat;

import org.jspecify.annotations.NullMarked;
