/** The port's Redis form: key names, scripts, one pipelined connection per event loop. */
@NullMarked
package io.turngate.store.redis;

import org.jspecify.annotations.NullMarked;
