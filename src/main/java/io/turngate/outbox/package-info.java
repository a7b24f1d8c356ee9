/** Delivery: what is kept in the outbox is brought to ManyChat, in each contact's order, at the pace that it allows. */
@NullMarked
package io.turngate.outbox;

import org.jspecify.annotations.NullMarked;
