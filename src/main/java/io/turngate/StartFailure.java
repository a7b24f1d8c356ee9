package io.turngate;

import java.util.List;

/** Why the process cannot start, in lines for the one who started it. */
final class StartFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> lines;

    StartFailure(List<String> lines) {
        super(String.join("; ", lines), null, false, false);
        this.lines = List.copyOf(lines);
    }

    StartFailure(String line) {
        this(List.of(line));
    }

    /** What to print, a line each. */
    List<String> lines() {
        return lines;
    }
}
