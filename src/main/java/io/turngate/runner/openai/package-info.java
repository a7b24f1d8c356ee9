/** Chat Completions: OpenAI and the servers that are compatible with it. */
@NullMarked
package io.turngate.runner.openai;

import org.jspecify.annotations.NullMarked;
