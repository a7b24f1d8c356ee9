package io.turngate.core;

import java.util.regex.Pattern;

/**
 * One business: the name of its folder under {@code conf/tenants/}.
 *
 * @param value 1 to 40 of {@code a-z}, {@code 0-9} and {@code -}
 */
public record TenantId(String value) {

    private static final Pattern FORM = Pattern.compile("[a-z0-9-]{1,40}");

    public TenantId {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not a tenant name: expected [a-z0-9-]{1,40}");
        }
    }

    /** Whether the text can name a tenant. */
    public static boolean isValid(String value) {
        return FORM.matcher(value).matches();
    }

    @Override
    public String toString() {
        return value;
    }
}
