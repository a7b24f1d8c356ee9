package io.turngate.testing;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks for tokens in texts, also where one stands in the middle of other letters. */
public final class TokenSearch {

    /** 32 bytes in base64url. */
    private static final int LENGTH = 43;

    private static final Pattern LETTERS = Pattern.compile("[A-Za-z0-9_-]{" + LENGTH + ",}+");

    private final Set<String> tokens;

    /** @param tokens of 43 letters each */
    public TokenSearch(Set<String> tokens) {
        if (tokens.stream().anyMatch(token -> token.length() != LENGTH)) {
            throw new IllegalArgumentException("expected tokens of " + LENGTH + " letters");
        }
        this.tokens = Set.copyOf(tokens);
    }

    /** The tokens that occur. */
    public Set<String> in(String text) {
        Set<String> found = new HashSet<>();
        Matcher run = LETTERS.matcher(text);
        while (run.find()) {
            String letters = run.group();
            for (int i = 0; i + LENGTH <= letters.length(); i++) {
                String window = letters.substring(i, i + LENGTH);
                if (tokens.contains(window)) {
                    found.add(window);
                }
            }
        }
        return found;
    }
}
