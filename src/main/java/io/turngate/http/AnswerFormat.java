package io.turngate.http;

import org.jspecify.annotations.Nullable;

/** The form of an answer that a flow asks for. */
enum AnswerFormat {
    /** A Dynamic Block. */
    BLOCK,
    /** Flat values for an External Request's response mapping. */
    FIELDS;

    /** Any other word is a bad request. */
    static AnswerFormat of(@Nullable String parameter) {
        if (parameter == null || parameter.equals("block")) {
            return BLOCK;
        }
        if (parameter.equals("fields")) {
            return FIELDS;
        }
        throw Failures.badRequest("the query parameter format must be block or fields");
    }
}
