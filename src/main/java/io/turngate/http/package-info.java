/** The two HTTP servers: one handler a file, one failure handler. */
@NullMarked
package io.turngate.http;

import org.jspecify.annotations.NullMarked;
