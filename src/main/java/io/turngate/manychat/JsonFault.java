package io.turngate.manychat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.CharBuffer;
import java.util.List;

/** Says where a text stops being JSON and what was expected there, in words that hold nothing of the text. */
final class JsonFault {

    static final String NOT_AN_OBJECT = "the body must be a JSON object";

    private static final String END_EXPECTED = "expected the end of the body";

    /** A part of the parser's wording, which may quote the text and is never shown, and what is said instead. */
    private record Wording(String part, String ours) {}

    private static final List<Wording> LIMITS = List.of(
            new Wording("Number", "a number has more than " + JsonBody.MAX_NUMBER_LENGTH + " digits"),
            new Wording("Document nesting", "nested deeper than " + JsonBody.MAX_NESTING + " levels"),
            new Wording("Name", "a key has more than " + JsonBody.MAX_NAME_LENGTH + " characters"),
            new Wording("String", "a string has more than " + JsonBody.MAX_STRING_LENGTH + " characters"));

    private static final List<Wording> SYNTAX = List.of(
            new Wording("Duplicate field", "a key appears twice in one object"),
            new Wording("comma to separate Object", "expected a comma or a closing brace"),
            new Wording("comma to separate Array", "expected a comma or a closing bracket"),
            new Wording("was expecting a colon", "expected a colon"),
            new Wording("double-quote to start field name", "expected a key in double quotes"),
            new Wording("character escape", "expected a valid escape sequence"),
            new Wording("numeric value", "expected a valid number"),
            new Wording("): expected a val", "expected a value"),
            new Wording("was expecting (JSON", "expected a value"),
            new Wording("Non-standard token", "expected a value"),
            new Wording("close marker ']'", "expected a comma or a closing brace"),
            new Wording("close marker '}'", "expected a comma or a closing bracket"));

    private JsonFault() {}

    /** The first fault of a text that was refused; read a second time, since the first reading keeps no place. */
    static String describe(JsonFactory factory, CharBuffer json) {
        try (JsonParser parser = factory.createParser(json.array(), json.position(), json.remaining())) {
            return scan(parser, json);
        } catch (IOException e) {
            throw new UncheckedIOException("characters in memory are always readable", e);
        }
    }

    private static String scan(JsonParser parser, CharBuffer json) throws IOException {
        boolean complete = false;
        try {
            JsonToken first = parser.nextToken();
            if (first == null) {
                return "the body is empty: expected a JSON object";
            }
            readValue(parser, first);
            complete = true;
            if (parser.nextToken() != null) {
                return at(json, parser.currentTokenLocation().getCharOffset(), END_EXPECTED);
            }
            return NOT_AN_OBJECT;
        } catch (JsonProcessingException e) {
            return at(json, offset(e, parser), complete ? END_EXPECTED : words(e));
        }
    }

    private static void readValue(JsonParser parser, JsonToken first) throws IOException {
        JsonToken token = first;
        while (token != null) {
            readScalar(parser, token);
            if (parser.getParsingContext().inRoot()) {
                return;
            }
            token = parser.nextToken();
        }
    }

    /** The limits of a number's and of a string's length are looked at only when the value is taken. */
    private static void readScalar(JsonParser parser, JsonToken token) throws IOException {
        if (token.isNumeric()) {
            Number ignored = parser.getNumberValue();
        } else if (token == JsonToken.VALUE_STRING) {
            String ignored = parser.getText();
        }
    }

    private static long offset(JsonProcessingException fault, JsonParser parser) {
        JsonLocation location = fault.getLocation();
        return location == null ? parser.currentLocation().getCharOffset() : location.getCharOffset();
    }

    private static String words(JsonProcessingException fault) {
        if (fault instanceof JsonEOFException) {
            return "it ends too early";
        }
        boolean limit = fault instanceof StreamConstraintsException;
        String theirs = fault.getOriginalMessage();
        for (Wording wording : limit ? LIMITS : SYNTAX) {
            if (limit ? theirs.startsWith(wording.part) : theirs.contains(wording.part)) {
                return wording.ours;
            }
        }
        return limit ? "beyond a limit" : "unexpected character";
    }

    /** Lines are counted here, since the parser does not count a raw line break inside a string. */
    private static String at(CharBuffer json, long offset, String what) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < Math.min(offset, json.remaining()); i++) {
            column++;
            if (json.get(json.position() + i) == '\n') {
                line++;
                column = 1;
            }
        }
        return "the body is not JSON: line " + line + ", column " + column + ": " + what;
    }
}
