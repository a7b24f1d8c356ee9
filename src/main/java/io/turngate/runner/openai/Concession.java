package io.turngate.runner.openai;

/** What compatible servers, and some of OpenAI's models, do not take. */
enum Concession {
    /** {@code response_format} with a schema: asked for a JSON object instead. */
    SCHEMA,
    /** {@code response_format} at all: the prompt alone says how to answer. */
    FORMAT,
    /** {@code max_tokens}: {@code max_completion_tokens} instead. */
    MAX_TOKENS,
    /** {@code temperature}: left to the server. */
    TEMPERATURE
}
