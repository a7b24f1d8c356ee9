package io.turngate.config;

import java.util.Locale;

/**
 * Something to know about a configuration that can be used.
 *
 * @param kind how much it matters
 * @param file the file as an operator finds it, relative to conf/
 * @param pointer JSON pointer to the place
 * @param message what is so, and what follows from it, one line, never a secret's value
 */
public record Advice(Kind kind, String file, String pointer, String message) {

    /** How much it matters. */
    public enum Kind {
        /** Probably not what is wanted. */
        WARNING,
        /** Right, if something outside of the configuration is so. */
        HINT
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + ": " + file + " " + pointer + ": " + message;
    }
}
