package io.turngate.config;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A configuration that cannot be used, with everything that is wrong with it. Its message is the problems, one a line.
 * It carries no stack trace: it is an answer, not a defect.
 */
public final class ConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * @param problems at least one, in the order in which they are reported
     */
    public ConfigException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")), null, false, false);
        this.problems = List.copyOf(problems);
    }

    /** Everything that is wrong, in a stable order. */
    public List<Problem> problems() {
        return problems;
    }
}
