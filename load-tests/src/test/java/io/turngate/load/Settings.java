package io.turngate.load;

/** Figures of a run, each a system property {@code load.<name>}. */
final class Settings {

    private Settings() {}

    /** A whole number; fails with {@link IllegalArgumentException} outside of the bounds, both of which are inside. */
    static int number(String name, int absent, int least, int most) {
        int value = Integer.getInteger("load." + name, absent);
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "load." + name + " must be " + least + " to " + most + ", found " + value);
        }
        return value;
    }

    /** A text; fails with {@link IllegalStateException} if it is not given: only the launcher knows it. */
    static String text(String name) {
        String value = System.getProperty("load." + name, "");
        if (value.isEmpty()) {
            throw new IllegalStateException("load." + name + " is not set: start simulations with load-tests/run");
        }
        return value;
    }
}
