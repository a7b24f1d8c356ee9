package io.turngate.config;

/**
 * One thing wrong with a configuration.
 *
 * @param file the file as an operator finds it, relative to conf/: {@code tenants/demo/rules.json}; or the environment
 *     variable that overrides a key
 * @param pointer JSON pointer to the place ({@code /rateLimit/turnsPerSubscriberPerHour}); empty for the whole file
 * @param message what is wrong and what was expected, one line, never a secret's value
 */
public record Problem(String file, String pointer, String message) {

    @Override
    public String toString() {
        return pointer.isEmpty() ? file + ": " + message : file + " " + pointer + ": " + message;
    }
}
