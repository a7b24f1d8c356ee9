/** A runner that answers from the tenant's answers.json, without a model. */
@NullMarked
package io.turngate.runner.scripted;

import org.jspecify.annotations.NullMarked;
