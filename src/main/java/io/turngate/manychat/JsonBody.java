package io.turngate.manychat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.jackson.JacksonCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Reads bytes as one JSON object: strictly UTF-8 and strictly JSON, but for a leading byte order mark and for raw
 * control characters in strings, which ManyChat pastes. A key that appears twice is refused, since a contact's text
 * that was pasted unescaped could otherwise override the key before it.
 */
final class JsonBody {

    /** The deepest nesting of objects and arrays. */
    static final int MAX_NESTING = 64;

    /** The most digits of a number. */
    static final int MAX_NUMBER_LENGTH = 200;

    /** The most characters of a key. */
    static final int MAX_NAME_LENGTH = 1_000;

    /** The most characters of a string. */
    static final int MAX_STRING_LENGTH = 65_536;

    private static final JsonFactory FACTORY = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxNameLength(MAX_NAME_LENGTH)
                    .maxStringLength(MAX_STRING_LENGTH)
                    .build())
            .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .build();

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private JsonBody() {}

    /**
     * The object: strings, integers as {@link Integer}, {@link Long} or {@link java.math.BigInteger}, other numbers as
     * {@link Double}, booleans, nulls, maps and lists.
     *
     * @throws TurngateException of {@link Kind#BAD_REQUEST}, with the place and without anything of the body
     */
    static Map<?, ?> read(Buffer body) {
        CharBuffer json = decode(body.getBytes());
        if (json.hasRemaining() && json.get(0) == BYTE_ORDER_MARK) {
            json.get();
        }
        try {
            Map<?, ?> object = JacksonCodec.fromParser(
                    FACTORY.createParser(json.array(), json.position(), json.remaining()), Map.class);
            if (object != null) {
                return object;
            }
        } catch (DecodeException e) {
            throw bad(JsonFault.describe(FACTORY, json));
        } catch (IOException e) {
            throw new UncheckedIOException("characters in memory are always readable", e);
        }
        throw bad(JsonFault.NOT_AN_OBJECT);
    }

    private static CharBuffer decode(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            throw bad("the body is not UTF-8: malformed at byte offset " + in.position());
        }
        return out.flip();
    }

    private static TurngateException bad(String message) {
        return new TurngateException(Kind.BAD_REQUEST, message);
    }
}
