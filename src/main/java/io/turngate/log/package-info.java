/** How the log leaves the process. Named in {@code logback.xml}. */
@NullMarked
package io.turngate.log;

import org.jspecify.annotations.NullMarked;
