/** Language models as runners: what every provider has in common. */
@NullMarked
package io.turngate.runner.model;

import org.jspecify.annotations.NullMarked;
