package io.turngate.reload;

import io.turngate.config.Problem;
import java.util.List;
import java.util.Locale;

/**
 * What became of one tenant in a reload.
 *
 * @param kind what happened
 * @param problems everything that is wrong; empty unless refused
 */
public record ReloadResult(Kind kind, List<Problem> problems) {

    /** What can become of a tenant. */
    public enum Kind {
        /** A new configuration is in force. */
        LOADED,
        /** What is on disk is already in force. */
        UNCHANGED,
        /** What is on disk is wrong; the last good configuration stays in force, if there ever was one. */
        REFUSED,
        /** The folder is gone; the tenant is no longer known. Its data stays. */
        REMOVED;

        /** The word in metrics and payloads. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static final ReloadResult LOADED = new ReloadResult(Kind.LOADED, List.of());
    static final ReloadResult UNCHANGED = new ReloadResult(Kind.UNCHANGED, List.of());
    static final ReloadResult REMOVED = new ReloadResult(Kind.REMOVED, List.of());

    public ReloadResult {
        problems = List.copyOf(problems);
    }

    static ReloadResult refused(List<Problem> problems) {
        return new ReloadResult(Kind.REFUSED, problems);
    }
}
