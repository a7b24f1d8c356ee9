package io.turngate.runner.wire;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a provider says is wrong with a request. Its words may repeat the key, the prompt or a contact: they can be asked,
 * never read out; what {@link #toString()} gives is a code or nothing.
 */
public final class Complaint {

    /** An error's code, never a sentence and never a key. */
    private static final Pattern CODE = Pattern.compile("[a-z][a-z_]{0,39}");

    private static final int MAX_WORDS = 2_000;

    private final Optional<String> param;
    private final List<String> codes;
    private final String words;

    private Complaint(Optional<String> param, List<String> codes, String words) {
        this.param = param;
        this.codes = codes;
        this.words = words;
    }

    /** Whether an answer is an error whatever its status: gateways to several providers give errors a 200. */
    static boolean isIn(JsonObject answer) {
        return answer.getValue("error") != null || "error".equals(answer.getValue("type"));
    }

    /** What can be read from an error's body in any of the forms that are in use; possibly nothing. */
    static Complaint in(Optional<JsonObject> answer) {
        JsonObject body = answer.orElseGet(JsonObject::new);
        Object inner = body.getValue("error");
        JsonObject error = inner instanceof JsonObject object ? object : body;
        List<String> codes = new ArrayList<>();
        for (String key : List.of("code", "type", "status")) {
            text(error, key).filter(code -> CODE.matcher(code).matches()).ifPresent(codes::add);
        }
        String words = inner instanceof String text
                ? text
                : text(error, "message").orElseGet(() -> String.valueOf(body.getValue("detail")));
        String bounded = words.substring(0, Math.min(words.length(), MAX_WORDS));
        return new Complaint(text(error, "param"), List.copyOf(codes), bounded.toLowerCase(Locale.ROOT));
    }

    /** Whether it is about a field of the request: the one that it names, or, if it names none, one in its words. */
    public boolean isAbout(String field) {
        return param.map(named -> named.equals(field) || named.startsWith(field + "."))
                .orElseGet(() -> says(field));
    }

    /** Whether a phrase, in lower case, is among its words. */
    public boolean says(String phrase) {
        return words.contains(phrase);
    }

    /** Whether it has this code or type. */
    public boolean hasCode(String code) {
        return codes.contains(code);
    }

    /** Its code with a blank in front, or nothing. */
    @Override
    public String toString() {
        return codes.isEmpty() ? "" : " " + codes.get(0);
    }

    private static Optional<String> text(JsonObject object, String key) {
        return object.getValue(key) instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
