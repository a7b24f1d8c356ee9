/** ManyChat's public API: the calls that Turngate makes, and what their answers mean. */
@NullMarked
package io.turngate.manychat.api;

import org.jspecify.annotations.NullMarked;
