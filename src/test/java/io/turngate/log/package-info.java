@NullMarked
package io.turngate.log;

import org.jspecify.annotations.NullMarked;
