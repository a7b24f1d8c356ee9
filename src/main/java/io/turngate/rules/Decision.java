package io.turngate.rules;

import io.turngate.core.Reason;

/** What the rules say of a message that was recorded and counted. */
public sealed interface Decision {

    /** The runner is asked. */
    record AskRunner() implements Decision {}

    /** The contact is handed to a person. */
    record Escalate(Reason reason) implements Decision {}

    /** The contact is told that what they sent cannot be read. */
    record AnswerMedia(String text) implements Decision {}
}
