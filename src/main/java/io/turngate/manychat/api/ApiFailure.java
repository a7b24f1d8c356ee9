package io.turngate.manychat.api;

/** A question to the API that was not answered. It carries no stack trace: it is an answer, not a defect. */
public final class ApiFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient ApiAnswer answer;

    ApiFailure(ApiAnswer answer) {
        super(answer.kind() + " " + answer.why(), null, false, false);
        this.answer = answer;
    }

    /** What came instead; never {@link ApiAnswer.Kind#ACCEPTED}. */
    public ApiAnswer answer() {
        return answer;
    }
}
