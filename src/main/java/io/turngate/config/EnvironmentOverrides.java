package io.turngate.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the environment overrides in gateway.json: {@code http.port} by {@code TURNGATE_HTTP_PORT}. A variable without a
 * value counts as not set. A list is separated by commas; the variable of a secret holds the secret itself, of which
 * only a reference goes on from here.
 */
final class EnvironmentOverrides {

    private static final String PREFIX = "TURNGATE_";
    private static final String SECRET = "secret";

    private final Map<Pointer, String> variables = new LinkedHashMap<>();
    private final JsonObject values = new JsonObject();

    EnvironmentOverrides(Schema schema, Map<String, String> environment, Problems problems) {
        schema.leaves().forEach((key, node) -> {
            String variable = variableOf(key);
            String text = environment.getOrDefault(variable, "").strip();
            if (!text.isEmpty()) {
                variables.put(key, variable);
                valueOf(text, schema.isSecret(key) ? SECRET : type(node), variable)
                        .ifPresentOrElse(
                                value -> put(key, value),
                                () -> problems.in(variable).add("must be " + Wording.expected(node)));
            }
        });
    }

    /** The overriding values, in the form of gateway.json. */
    JsonObject values() {
        return values.copy();
    }

    boolean overrides(Pointer key) {
        return variables.containsKey(key);
    }

    /** The variable that set what stands at the place, if one did. */
    Optional<String> variableAt(String pointer) {
        return variables.entrySet().stream()
                .filter(entry -> pointer.equals(entry.getKey().toString()) || pointer.startsWith(entry.getKey() + "/"))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    static String variableOf(Pointer key) {
        return PREFIX
                + String.join("_", key.segments())
                        .replaceAll("([a-z])([A-Z])", "$1_$2")
                        .toUpperCase(Locale.ROOT);
    }

    /** What may be a text or a list of texts is written as a text. */
    private static String type(JsonObject node) {
        return node.getValue("type") instanceof String type ? type : "string";
    }

    private static Optional<Object> valueOf(String text, String type, String variable) {
        return switch (type) {
            case SECRET -> Optional.of(new JsonObject().put("env", variable));
            case "integer", "number" -> number(text);
            case "boolean" ->
                text.equals("true") || text.equals("false") ? Optional.of(Boolean.valueOf(text)) : Optional.empty();
            case "array" ->
                Optional.of(new JsonArray(Arrays.stream(text.split(","))
                        .map(String::strip)
                        .filter(item -> !item.isEmpty())
                        .toList()));
            default -> Optional.of(text);
        };
    }

    private static Optional<Object> number(String text) {
        if (!text.matches("-?\\d{1,15}(\\.\\d{1,15})?")) {
            return Optional.empty();
        }
        return Optional.of(text.contains(".") ? (Object) Double.valueOf(text) : Long.valueOf(text));
    }

    private void put(Pointer key, Object value) {
        JsonObject here = values;
        for (String segment : key.parent().segments()) {
            if (!here.containsKey(segment)) {
                here.put(segment, new JsonObject());
            }
            here = here.getJsonObject(segment);
        }
        here.put(key.last(), value);
    }
}
