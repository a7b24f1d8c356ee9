package io.turngate.runner;

import io.turngate.core.Channel;
import io.turngate.core.Turn;
import java.util.List;
import java.util.Optional;

/**
 * What a runner is given.
 *
 * @param history at most ten turns, oldest first, without the message that is to be answered
 * @param messages the texts that are to be answered, oldest first, at least one
 * @param addressee whom it answers
 * @param nowMillis when, epoch milliseconds by the contact's clock, which is the one that stamps the turns
 */
public record RunnerRequest(List<Turn> history, List<String> messages, Addressee addressee, long nowMillis) {

    public RunnerRequest {
        history = List.copyOf(history);
        messages = List.copyOf(messages);
    }

    /**
     * What is known of whoever reads the reply. Name and locale are what the request says, so the contact's own words.
     *
     * @param firstName their name, if it is known
     * @param locale their language, if it is known
     * @param channel where they read it
     */
    public record Addressee(Optional<String> firstName, Optional<String> locale, Channel channel) {

        /** Personal data: never printed. */
        @Override
        public String toString() {
            return "addressee";
        }
    }

    /** Holds what a contact wrote: never printed. */
    @Override
    public String toString() {
        return "request";
    }
}
