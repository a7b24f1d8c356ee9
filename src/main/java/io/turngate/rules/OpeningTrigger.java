package io.turngate.rules;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A keyword of the flow and the answer that it gets, word for word, without the runner. */
public final class OpeningTrigger {

    private final List<String> words;
    private final Set<String> keywords;
    private final String message;

    /**
     * @param keywords what opens, each compared with the whole text
     * @param message the answer
     */
    public OpeningTrigger(List<String> keywords, String message) {
        this.words = List.copyOf(keywords);
        this.keywords = keywords.stream()
                .map(keyword -> TextFold.fold(keyword.strip()))
                .collect(Collectors.toUnmodifiableSet());
        this.message = message;
    }

    /** Whether the whole text, trimmed and case-folded, is one of the keywords. */
    public boolean opens(String text) {
        return keywords.contains(TextFold.fold(text.strip()));
    }

    /** The keywords as they were configured. */
    public List<String> words() {
        return words;
    }

    /** The answer. */
    public String message() {
        return message;
    }
}
