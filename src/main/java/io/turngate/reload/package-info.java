/** Keeps the tenants in force: watches their folders, takes the hang-up signal, swaps a tenant whole or not at all. */
@NullMarked
package io.turngate.reload;

import org.jspecify.annotations.NullMarked;
