/** What tests need of the outside: real Redis servers. */
@NullMarked
package io.turngate.testing;

import org.jspecify.annotations.NullMarked;
