package io.turngate.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one JSON object from bytes: UTF-8, no comments, no duplicate keys, nothing after its end, numbers that fit.
 * What it refuses is said in words that need no knowledge of a parser.
 */
final class StrictJson {

    private static final int DEEPEST = 32;
    private static final int LONGEST_NUMBER = 40;
    private static final int LONGEST_KEY = 200;
    private static final int LONGEST_TEXT = 65_536;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(LONGEST_NUMBER)
                    .maxNameLength(LONGEST_KEY)
                    .maxStringLength(LONGEST_TEXT)
                    .build())
            .build();

    private final JsonParser parser;
    private final Problems problems;

    private StrictJson(JsonParser parser, Problems problems) {
        this.parser = parser;
        this.problems = problems;
    }

    /** The object, or empty with a problem that says why not; a duplicate key is a problem beside the object. */
    static Optional<JsonObject> parse(byte[] bytes, Problems problems) {
        if (bytes.length > SourceFile.LARGEST) {
            problems.add(SourceFile.TOO_LARGE);
            return Optional.empty();
        }
        return Utf8.decode(bytes, problems).flatMap(text -> parse(text, problems));
    }

    private static Optional<JsonObject> parse(String text, Problems problems) {
        if (text.isBlank()) {
            problems.add((text.isEmpty() ? "is empty" : "holds only white space") + ": expected a JSON object");
            return Optional.empty();
        }
        try (JsonParser parser = FACTORY.createParser(text)) {
            return new StrictJson(parser, problems).document();
        } catch (JsonEOFException e) {
            problems.add("is cut off" + at(e.getLocation()) + ": its JSON is not complete");
        } catch (StreamConstraintsException e) {
            problems.add(String.format(
                    "holds more than is allowed%s: at most %d levels, keys of %d, numbers of %d, texts of %d characters",
                    at(e.getLocation()), DEEPEST, LONGEST_KEY, LONGEST_NUMBER, LONGEST_TEXT));
        } catch (IOException e) {
            problems.add("is not JSON" + at(locationOf(e))
                    + ": expected keys and texts in double quotes, commas between them, no comments");
        }
        return Optional.empty();
    }

    private Optional<JsonObject> document() throws IOException {
        parser.nextToken();
        Object root = value(Pointer.ROOT);
        if (parser.nextToken() != null) {
            problems.add("holds more than one value" + at(parser.currentTokenLocation()) + ": expected one object");
            return Optional.empty();
        }
        if (root instanceof JsonObject object) {
            return Optional.of(object);
        }
        problems.add("must be an object, is " + Wording.actual(root, new JsonObject()));
        return Optional.empty();
    }

    private @Nullable Object value(Pointer here) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(here);
            case START_ARRAY -> array(here);
            case VALUE_STRING -> text(here);
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> finite(here);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private JsonObject object(Pointer here) throws IOException {
        JsonObject object = new JsonObject();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            Pointer there = here.child(key);
            if (object.containsKey(key)) {
                problems.add(
                        there, "the key is there twice, again" + at(parser.currentTokenLocation()) + ": expected once");
            }
            parser.nextToken();
            object.put(key, value(there));
        }
        return object;
    }

    private JsonArray array(Pointer here) throws IOException {
        JsonArray array = new JsonArray();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(value(here.child(array.size())));
        }
        return array;
    }

    /** Half a surrogate pair can be escaped in JSON but not sent: the channel would refuse the whole answer. */
    private String text(Pointer here) throws IOException {
        String text = parser.getText();
        if (text.codePoints().anyMatch(point -> Character.getType(point) == Character.SURROGATE)) {
            problems.add(here, "holds half of a surrogate pair: expected whole characters");
        }
        return text;
    }

    private Double finite(Pointer here) throws IOException {
        double number = parser.getDoubleValue();
        if (Double.isInfinite(number)) {
            problems.add(here, "is a number too large to be read: expected a smaller one");
            return Double.MAX_VALUE;
        }
        return number;
    }

    private static @Nullable JsonLocation locationOf(IOException e) {
        return e instanceof JsonProcessingException json ? json.getLocation() : null;
    }

    private static String at(@Nullable JsonLocation location) {
        return location == null ? "" : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
