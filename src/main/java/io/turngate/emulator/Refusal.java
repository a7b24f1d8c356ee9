package io.turngate.emulator;

/** Why a request, or the content in an answer, is not taken. It carries no stack trace: it is an answer. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ApiReply reply;
    private final String problem;

    private Refusal(ApiReply reply, String problem) {
        super(problem, null, false, false);
        this.reply = reply;
        this.problem = problem;
    }

    static Refusal invalid(String message) {
        return new Refusal(ApiReply.invalid(message), message);
    }

    static Refusal of(String message) {
        return new Refusal(ApiReply.error(400, message), message);
    }

    static Refusal of(String message, int code) {
        return new Refusal(ApiReply.error(400, message, code), message);
    }

    static Refusal tooFast() {
        return new Refusal(ApiReply.TOO_FAST, "too fast");
    }

    ApiReply reply() {
        return reply;
    }

    String problem() {
        return problem;
    }
}
