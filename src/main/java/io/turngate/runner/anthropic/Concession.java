package io.turngate.runner.anthropic;

/** What older models and compatible servers do not take. */
enum Concession {
    /** {@code output_config}: a tool that must be used stands in for it. */
    FORMAT,
    /** That tool: the prompt alone says how to answer. */
    TOOL,
    /** {@code temperature}: left to the server. */
    TEMPERATURE
}
