package io.turngate.core;

/**
 * One person in a tenant's ManyChat account, as ManyChat names them. Personal data: it is never logged, so
 * {@link #toString} hides it.
 *
 * @param value 1 to 128 characters
 */
public record ContactId(String value) {

    /** The most characters a contact's id may have; the bound keeps key names short. */
    public static final int MAX_LENGTH = 128;

    public ContactId {
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new IllegalArgumentException("a contact id has 1 to " + MAX_LENGTH + " characters");
        }
    }

    /** Whether ManyChat can have such a contact: to its API, ids are numbers. */
    public boolean isManyChats() {
        return value.charAt(0) != '0' && value.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    @Override
    public String toString() {
        return "contact";
    }
}
