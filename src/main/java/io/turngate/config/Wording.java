package io.turngate.config;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Says in plain English what a schema expects and what a file holds instead, without repeating free text. */
final class Wording {

    private static final int LONGEST_ECHO = 60;

    private Wording() {}

    /** What the schema expects: {@code an integer from 1 to 3650}. */
    static String expected(JsonObject schema) {
        JsonArray choices = schema.getJsonArray("enum");
        if (choices != null) {
            return choices(choices);
        }
        if (schema.getValue("type") instanceof JsonArray types) {
            return types.stream()
                    .map(type -> expected(schema, String.valueOf(type)))
                    .collect(Collectors.joining(" or "));
        }
        return expected(schema, schema.getString("type", ""));
    }

    private static String expected(JsonObject schema, String type) {
        return switch (type) {
            case "integer" -> "an integer" + range(schema);
            case "number" -> "a number" + range(schema);
            case "boolean" -> "true or false";
            case "array" -> "a list" + length(schema);
            case "object" -> "an object" + keys(schema);
            default -> text(schema);
        };
    }

    /** What the file holds: {@code 0}, {@code a string}; a text is repeated only where the schema offers choices. */
    static String actual(@Nullable Object value, JsonObject schema) {
        if (value instanceof String text) {
            if (schema.containsKey("enum")) {
                return quoted(text);
            }
            if (text.length() > schema.getInteger("maxLength", Integer.MAX_VALUE)) {
                return "a text of " + text.codePointCount(0, text.length());
            }
            return text.isEmpty() ? "empty" : text.isBlank() ? "blank" : "a string";
        }
        if (value instanceof JsonArray array) {
            return array.isEmpty() ? "an empty list" : "a list of " + array.size();
        }
        if (value instanceof JsonObject) {
            return "an object";
        }
        return String.valueOf(value);
    }

    /** A word of the file between quotes, on one line and not too long. */
    static String quoted(String text) {
        return '"' + printable(text) + '"';
    }

    /** A word of the file on one line and not too long. */
    static String printable(String text) {
        String shown = text.length() > LONGEST_ECHO ? text.substring(0, LONGEST_ECHO) + "..." : text;
        return shown.codePoints().mapToObj(Wording::printable).collect(Collectors.joining());
    }

    private static String printable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> String.format(Locale.ROOT, "\\u%04x", codePoint);
            default -> Character.toString(codePoint);
        };
    }

    static String choices(Iterable<?> choices) {
        String words = joined(choices, ", ");
        return words.contains(", ") ? "one of " + words : words;
    }

    private static String text(JsonObject schema) {
        Integer most = schema.getInteger("maxLength");
        String text = schema.containsKey("minLength") ? "a non-empty text" : "a text";
        return most == null ? text : text + " of at most " + most + " characters";
    }

    private static String keys(JsonObject schema) {
        JsonArray required = schema.getJsonArray("required");
        if (required != null) {
            return " with " + joined(required, " and ");
        }
        JsonArray branches = schema.getJsonArray("oneOf", schema.getJsonArray("anyOf"));
        return branches == null ? "" : " with " + joined(requiredOfEach(branches), " or ");
    }

    /** The one key that each branch of a choice requires. */
    static List<String> requiredOfEach(JsonArray branches) {
        return branches.stream()
                .map(branch -> ((JsonObject) branch).getJsonArray("required").getString(0))
                .toList();
    }

    private static String joined(Iterable<?> keys, String between) {
        return StreamSupport.stream(keys.spliterator(), false)
                .map(key -> quoted(String.valueOf(key)))
                .collect(Collectors.joining(between));
    }

    private static String range(JsonObject schema) {
        Number minimum = schema.getNumber("minimum");
        Number maximum = schema.getNumber("maximum");
        Number floor = schema.getNumber("exclusiveMinimum");
        if (floor != null) {
            return " above " + plain(floor);
        }
        if (minimum == null) {
            return "";
        }
        return maximum == null ? " of at least " + plain(minimum) : " from " + plain(minimum) + " to " + plain(maximum);
    }

    private static String plain(Number number) {
        return new BigDecimal(number.toString()).toPlainString();
    }

    private static String length(JsonObject schema) {
        Integer least = schema.getInteger("minItems");
        Integer most = schema.getInteger("maxItems");
        if (least == null) {
            return "";
        }
        if (most == null) {
            return " of " + least + " or more";
        }
        return " of " + least + (most == least + 1 ? " or " : " to ") + most;
    }
}
