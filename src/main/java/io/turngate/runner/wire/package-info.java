/** What providers over HTTP have in common: clients, one call under one deadline, what its answer means. */
@NullMarked
package io.turngate.runner.wire;

import org.jspecify.annotations.NullMarked;
