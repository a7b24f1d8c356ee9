package io.turngate.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong with one file, or through {@link #in} with several, each problem once. Not thread-safe. */
final class Problems {

    private final String file;
    private final Set<Problem> all;

    Problems(String file) {
        this(file, new LinkedHashSet<>());
    }

    private Problems(String file, Set<Problem> all) {
        this.file = file;
        this.all = all;
    }

    /** The same collection, for another file. */
    Problems in(String otherFile) {
        return new Problems(otherFile, all);
    }

    /** Adds a problem of the whole file. */
    void add(String message) {
        add(Pointer.ROOT, message);
    }

    void add(Pointer pointer, String message) {
        all.add(new Problem(file, pointer.toString(), message));
    }

    void addAll(List<Problem> others) {
        all.addAll(others);
    }

    /** Whether something is wrong at the place itself. */
    boolean has(Pointer pointer) {
        return all.stream()
                .anyMatch(problem ->
                        problem.file().equals(file) && problem.pointer().equals(pointer.toString()));
    }

    /** Whether nothing is wrong with this file. */
    boolean isEmpty() {
        return all.stream().noneMatch(problem -> problem.file().equals(file));
    }

    List<Problem> all() {
        return List.copyOf(all);
    }

    void throwIfAny() {
        if (!all.isEmpty()) {
            throw new ConfigException(all());
        }
    }
}
