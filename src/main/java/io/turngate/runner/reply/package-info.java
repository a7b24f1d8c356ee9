/** From a model's words to what a contact may be told. */
@NullMarked
package io.turngate.runner.reply;

import org.jspecify.annotations.NullMarked;
