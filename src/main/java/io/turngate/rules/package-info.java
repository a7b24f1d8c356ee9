/** What operators decide: rules.json as plain Java, without Vert.x, Redis or a clock. */
@NullMarked
package io.turngate.rules;

import org.jspecify.annotations.NullMarked;
