/** One HTTP request of ours and its answer, for whoever calls others. */
@NullMarked
package io.turngate.client;

import org.jspecify.annotations.NullMarked;
