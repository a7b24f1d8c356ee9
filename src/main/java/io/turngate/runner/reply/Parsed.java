package io.turngate.runner.reply;

/** What became of a model's words. */
public sealed interface Parsed {

    /** They have the form that was asked for. */
    record Fine(ModelReply reply) implements Parsed {}

    /**
     * They do not.
     *
     * @param why one line for the model and for logs, without any of its words
     */
    record Unreadable(String why) implements Parsed {}
}
