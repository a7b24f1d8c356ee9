package io.turngate.config;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Decodes UTF-8 and refuses what is not. */
final class Utf8 {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private Utf8() {}

    /** The text without a byte order mark, or empty with a problem that says where the bytes stop being UTF-8. */
    static Optional<String> decode(byte[] bytes, Problems problems) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            problems.add("is not UTF-8: the byte at offset " + in.position() + " begins no valid character");
            return Optional.empty();
        }
        String text = out.flip().toString();
        return Optional.of(text.startsWith(String.valueOf(BYTE_ORDER_MARK)) ? text.substring(1) : text);
    }
}
