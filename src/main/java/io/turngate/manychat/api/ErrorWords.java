package io.turngate.manychat.api;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an answer says went wrong.
 *
 * @param code ManyChat's number for it
 * @param texts its words, in the order in which they stand
 */
record ErrorWords(Optional<String> code, List<String> texts) {

    private static final int MAX_TEXTS = 20;
    static final ErrorWords NONE = new ErrorWords(Optional.empty(), List.of());

    /** Whether an answer is an error, whatever its status. */
    static boolean isError(JsonObject answer) {
        return "error".equals(answer.getValue("status")) || answer.getValue("error") != null;
    }

    static ErrorWords of(JsonObject answer) {
        List<String> texts = new ArrayList<>();
        add(texts, answer.getValue("message"));
        add(texts, answer.getValue("error"));
        Object details = answer.getValue("details");
        if (details instanceof JsonObject object) {
            addAll(texts, object.getValue("messages"));
        } else {
            add(texts, details);
        }
        Object code = answer.getValue("code");
        boolean scalar = code instanceof String || code instanceof Number;
        return new ErrorWords(scalar ? Optional.of(code.toString()) : Optional.empty(), List.copyOf(texts));
    }

    boolean hasCode(String wanted) {
        return code.filter(wanted::equals).isPresent();
    }

    /** Whether a phrase, in lower case, is among the words. A text that was sent and comes back counts for nothing. */
    boolean say(String phrase, List<String> sent) {
        return texts.stream().anyMatch(text -> holds(text, phrase))
                && sent.stream().noneMatch(text -> holds(text, phrase));
    }

    private static boolean holds(String text, String phrase) {
        return text.toLowerCase(Locale.ROOT).contains(phrase);
    }

    private static void addAll(List<String> texts, Object messages) {
        if (messages instanceof JsonArray list) {
            list.stream().limit(MAX_TEXTS).forEach(entry -> {
                Object text = entry instanceof JsonObject object ? object.getValue("message") : entry;
                add(texts, text);
            });
        } else {
            add(texts, messages);
        }
    }

    private static void add(List<String> texts, Object value) {
        if (value instanceof String text && !text.isBlank()) {
            texts.add(text);
        } else if (value instanceof JsonObject object && object.getValue("message") instanceof String text) {
            texts.add(text);
        }
    }
}
