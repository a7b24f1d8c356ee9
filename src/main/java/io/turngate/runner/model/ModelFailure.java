package io.turngate.runner.model;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a model gave no reply. Its message says what happened without a key, a prompt or a contact's words. */
public final class ModelFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final transient Optional<Duration> retryAfter;
    private final transient Completion.Usage usage;

    /** What went wrong, and with it whether asking again may help. */
    public enum Kind {
        /** Too many calls: later. */
        TOO_FAST,
        /** The provider failed, or its line did. */
        UNAVAILABLE,
        /** No whole answer by the deadline. */
        TIMEOUT,
        /** The provider refuses the call: key, model, limits of an account, its own rules. */
        REFUSED,
        /** An answer that cannot be read, or that says nothing. */
        UNREADABLE
    }

    public ModelFailure(Kind kind, String message) {
        this(kind, message, Optional.empty());
    }

    /** @param retryAfter when the provider says that it may be asked again */
    public ModelFailure(Kind kind, String message, Optional<Duration> retryAfter) {
        this(kind, message, retryAfter, Completion.Usage.NONE);
    }

    /** @param usage what an answer that is of no use has cost all the same */
    public ModelFailure(Kind kind, String message, Completion.Usage usage) {
        this(kind, message, Optional.empty(), usage);
    }

    private ModelFailure(Kind kind, @Nullable String message, Optional<Duration> retryAfter, Completion.Usage usage) {
        super(message, null, false, false);
        this.kind = kind;
        this.retryAfter = retryAfter;
        this.usage = usage;
    }

    public Kind kind() {
        return kind;
    }

    public Optional<Duration> retryAfter() {
        return retryAfter;
    }

    /** What the call took although it failed, and those before it: an answer that was cut short is paid for. */
    public Completion.Usage usage() {
        return usage;
    }

    /** The same failure with another usage. */
    public ModelFailure withUsage(Completion.Usage other) {
        return new ModelFailure(kind, getMessage(), retryAfter, other);
    }

    /** The same failure, with what calls before it took. */
    public ModelFailure after(Completion.Usage earlier) {
        return withUsage(usage.plus(earlier));
    }

    /** What a call took that failed with any failure. */
    public static Completion.Usage usageOf(Throwable failure) {
        return failure instanceof ModelFailure known ? known.usage() : Completion.Usage.NONE;
    }

    /** Whether the same call may go well a moment later. */
    public boolean isPassing() {
        return kind == Kind.TOO_FAST || kind == Kind.UNAVAILABLE;
    }
}
