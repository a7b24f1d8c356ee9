package io.turngate.emulator;

import java.time.Duration;
import java.util.Optional;

/**
 * Something that goes wrong with a call of the API.
 *
 * @param reply what is answered in place of the right answer; the call then has no effect
 * @param takesEffect whether the call does what it asks
 * @param end how its request ends
 * @param delay how long the answer, or the end of the connection, is held back
 */
public record Fault(Optional<ApiAnswerText> reply, boolean takesEffect, End end, Duration delay) {

    /** How a request ends. */
    public enum End {
        /** With an answer. */
        ANSWERED,
        /** Not at all: the connection stays open. */
        HANGING,
        /** The connection is closed without an answer. */
        CUT
    }

    /** An answer to be given word for word. */
    public record ApiAnswerText(int status, String body) {}

    /** 429, as over the limit. */
    public static Fault tooFast() {
        return answer(ApiReply.TOO_FAST);
    }

    /** 500 with ManyChat's form of an error. */
    public static Fault serverError() {
        return answer(ApiReply.error(500, "Internal error"));
    }

    /** 401, as for a wrong key. */
    public static Fault wrongToken() {
        return answer(ApiReply.WRONG_TOKEN);
    }

    /** An error with a code; ManyChat sometimes gives it the status 200. */
    public static Fault error(int status, String message, int code) {
        return answer(ApiReply.error(status, message, code));
    }

    /** Any status and any text, JSON or not. */
    public static Fault answer(int status, String body) {
        return answer(new ApiReply(status, body));
    }

    /** Never answered, no effect. */
    public static Fault hang() {
        return new Fault(Optional.empty(), false, End.HANGING, Duration.ZERO);
    }

    /** Never answered, but done. */
    public static Fault hangAfterEffect() {
        return new Fault(Optional.empty(), true, End.HANGING, Duration.ZERO);
    }

    /** The connection is cut, no effect. */
    public static Fault cut() {
        return new Fault(Optional.empty(), false, End.CUT, Duration.ZERO);
    }

    /** The connection is cut, but it is done. */
    public static Fault cutAfterEffect() {
        return new Fault(Optional.empty(), true, End.CUT, Duration.ZERO);
    }

    /** Done at once, answered later. */
    public static Fault slow(Duration by) {
        return new Fault(Optional.empty(), true, End.ANSWERED, by);
    }

    private static Fault answer(ApiReply reply) {
        return new Fault(
                Optional.of(new ApiAnswerText(reply.status(), reply.body())), false, End.ANSWERED, Duration.ZERO);
    }
}
