package io.turngate.manychat.api;

import io.turngate.config.Secret;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * ManyChat's words made fit for logs: it may echo what it was sent. A text that has a piece of a sent one is dropped
 * whole; what looks like a key, a token, a contact's id or a phone number is blotted out.
 */
final class Why {

    private static final int MAX_LENGTH = 200;
    private static final int MAX_CODE = 10;
    /** Characters of each text that are looked at. */
    private static final int MAX_READ = 400;
    /** So many characters in common are an echo, not a coincidence. */
    private static final int PIECE = 12;

    private static final Pattern BLANKS = Pattern.compile("[\\p{Cntrl}\\p{Z}]+");
    private static final Pattern SECRETS = Pattern.compile("[A-Za-z0-9_:+/=-]{24,}|\\+?[0-9][0-9 ()-]{5,}[0-9]");
    private static final String BLOT = "***";

    private Why() {}

    /** At most 200 characters: the status, the code and the words, if they may be shown. */
    static String of(int status, ErrorWords words, List<String> sent, Secret key) {
        StringBuilder why = new StringBuilder("status ").append(status);
        words.code()
                .filter(code -> code.length() <= MAX_CODE)
                .ifPresent(code -> why.append(" code ").append(clean(code, key)));
        List<String> folded = sent.stream().map(Why::fold).toList();
        String separator = ": ";
        for (String text : words.texts()) {
            String read = text.substring(0, Math.min(text.length(), MAX_READ));
            if (!echoes(fold(read), folded)) {
                why.append(separator).append(clean(read, key));
                separator = "; ";
            }
        }
        return why.length() <= MAX_LENGTH ? why.toString() : why.substring(0, MAX_LENGTH);
    }

    private static String clean(String text, Secret key) {
        String plain = BLANKS.matcher(text.replace(key.reveal(), BLOT)).replaceAll(" ");
        return SECRETS.matcher(plain).replaceAll(BLOT).strip();
    }

    private static String fold(String text) {
        return BLANKS.matcher(text).replaceAll(" ").strip().toLowerCase(Locale.ROOT);
    }

    private static boolean echoes(String text, List<String> sent) {
        return sent.stream()
                .anyMatch(value -> value.length() <= PIECE ? text.contains(value) : sharesAPiece(text, value));
    }

    private static boolean sharesAPiece(String text, String value) {
        for (int start = 0; start + PIECE <= text.length(); start++) {
            if (value.contains(text.substring(start, start + PIECE))) {
                return true;
            }
        }
        return false;
    }
}
