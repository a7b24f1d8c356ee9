package io.turngate.runner;

import io.turngate.core.Turn;
import java.util.List;

/**
 * What a runner is given.
 *
 * @param history at most ten turns, oldest first, without the message that is to be answered
 * @param messages the texts that are to be answered, oldest first, at least one
 */
public record RunnerRequest(List<Turn> history, List<String> messages) {

    public RunnerRequest {
        history = List.copyOf(history);
        messages = List.copyOf(messages);
    }
}
