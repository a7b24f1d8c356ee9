/** Load tests: virtual users that know what each of their messages must be answered. */
package io.turngate.load;
