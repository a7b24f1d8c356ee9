/** What tenants may spend on models in a day. */
@NullMarked
package io.turngate.budget;

import org.jspecify.annotations.NullMarked;
