package io.turngate.manychat;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** What a decoded JSON value says when it is read as text. */
final class Scalars {

    private Scalars() {}

    /** A string without lone surrogates or an integer's digits; null for every other type. */
    static @Nullable String read(@Nullable Object value) {
        if (value instanceof String text) {
            return LoneSurrogates.replaced(text);
        }
        if (value instanceof Integer || value instanceof Long || value instanceof BigInteger) {
            return value.toString();
        }
        return null;
    }

    /** Whether a text says nothing: it is blank or wholly one unresolved placeholder. */
    static boolean isEmpty(String text) {
        return isBlank(text) || Placeholder.isWhole(text);
    }

    /** Whether nothing of a text is visible: spaces of every kind and control characters alone. */
    static boolean isBlank(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Character.isWhitespace(c) && !Character.isSpaceChar(c) && !Character.isISOControl(c)) {
                return false;
            }
        }
        return true;
    }
}
