package io.turngate.manychat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.turngate.core.TurngateException;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1 \"b\":2}|line 1, column 8: expected a comma or a closing brace",
                "[1 2]|line 1, column 4: expected a comma or a closing bracket",
                "{\"a\" 1}|line 1, column 6: expected a colon",
                "{a:1}|line 1, column 2: expected a key in double quotes",
                "{'a':1}|line 1, column 2: expected a key in double quotes",
                "{\"a\":1,}|line 1, column 8: expected a key in double quotes",
                "{\"a\":{{cuf_1}}}|line 1, column 7: expected a key in double quotes",
                "{\"a\":}|line 1, column 6: expected a value",
                "{\"a\":foo}|line 1, column 9: expected a value",
                "{\"a\":NaN}|line 1, column 9: expected a value",
                "[1,]|line 1, column 4: expected a value",
                "nope|line 1, column 5: expected a value",
                "{\"a\":01}|line 1, column 7: expected a valid number",
                "{\"a\":1.}|line 1, column 7: expected a valid number",
                "{\"a\":-}|line 1, column 7: expected a valid number",
                "{\"a\":\"\\q\"}|line 1, column 8: expected a valid escape sequence",
                "{\"a\":\"\\u12\"}|line 1, column 11: expected a valid escape sequence",
                "{\"a\":1]|line 1, column 7: expected a comma or a closing brace",
                "[1}|line 1, column 3: expected a comma or a closing bracket",
                "{\"a\":1,\"a\":2}|line 1, column 11: a key appears twice in one object",
                "{\"a\":\"x|line 1, column 8: it ends too early",
                "{\"a\":{\"b\":1}|line 1, column 13: it ends too early",
                "{\"a\":1}}|line 1, column 8: expected the end of the body",
                "{\"a\":1} x|line 1, column 10: expected the end of the body",
                "{\"a\":1} {}|line 1, column 9: expected the end of the body",
                "/* c */{}|line 1, column 1: unexpected character",
                "{\"a\":\u00001}|line 1, column 7: unexpected character"
            })
    void aFaultIsNamedWithItsPlace(String json, String fault) {
        assertRefused(Buffer.buffer(json), "the body is not JSON: " + fault);
    }

    @Test
    void linesAreCountedInsideStringsToo() {
        assertRefused(
                Buffer.buffer("{\"a\":\"one\ntwo\",\n \"b\" 1}"),
                "the body is not JSON: line 3, column 6: expected a colon");
    }

    @Test
    void aByteOrderMarkIsNoColumn() {
        assertRefused(
                Buffer.buffer("\uFEFF{a"), "the body is not JSON: line 1, column 2: expected a key in double quotes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[{\"id\":1}]", "\"text\"", "5", "true", "null", "1e999999999"})
    void aBodyThatIsNoObjectIsRefused(String json) {
        assertRefused(Buffer.buffer(json), "the body must be a JSON object");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", "\uFEFF"})
    void anEmptyBodyIsRefused(String body) {
        assertRefused(Buffer.buffer(body), "the body is empty: expected a JSON object");
    }

    @ParameterizedTest
    @CsvSource({
        "C0AF,0", // an overlong slash
        "7B22C328,2", // a lead byte without its continuation
        "7B22EDA080,2", // a surrogate
        "7BF4908080,1", // beyond U+10FFFF
        "7B22E282,2", // ends inside a character
        "FF,0",
        "7B80,1"
    })
    void malformedUtf8IsNamedWithItsOffset(String hex, int offset) {
        byte[] bytes = HexFormat.of().parseHex(hex);

        assertRefused(Buffer.buffer(bytes), "the body is not UTF-8: malformed at byte offset " + offset);
    }

    @Test
    void otherEncodingsAreNotGuessed() {
        assertRefused(
                Buffer.buffer("{\"a\":1}".getBytes(UTF_16LE)),
                "the body is not JSON: line 1, column 3: unexpected character");
        assertRefused(
                Buffer.buffer("{\"a\":\"é\"}".getBytes(ISO_8859_1)),
                "the body is not UTF-8: malformed at byte offset 6");
    }

    @Test
    void aHugeNumberIsRefusedQuickly() {
        for (String number : new String[] {"9".repeat(60_000), "0." + "9".repeat(60_000), "1e" + "9".repeat(60_000)}) {
            Buffer body = Buffer.buffer("{\"id\":" + number + "}");
            Assertions.assertTimeout(
                    Duration.ofSeconds(1),
                    () -> assertThatExceptionOfType(TurngateException.class)
                            .isThrownBy(() -> JsonBody.read(body))
                            .withMessageMatching(
                                    "the body is not JSON: line 1, column \\d+: a number has more than 200 digits"));
        }
    }

    @Test
    void aHugeNumberAtTheRootIsRefused() {
        assertRefused(
                Buffer.buffer("9".repeat(60_000)),
                "the body is not JSON: line 1, column 60001: a number has more than 200 digits");
    }

    @Test
    void aNumberOfTheLimitIsRead() {
        assertThat(JsonBody.read(Buffer.buffer("{\"a\":" + "9".repeat(200) + "}"))
                        .get("a"))
                .hasToString("9".repeat(200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":"})
    void deepNestingIsRefusedQuickly(String opening) {
        Buffer body = Buffer.buffer("{\"a\":" + opening.repeat(10_000));

        Assertions.assertTimeout(
                Duration.ofSeconds(1),
                () -> assertThatExceptionOfType(TurngateException.class)
                        .isThrownBy(() -> JsonBody.read(body))
                        .withMessageMatching(
                                "the body is not JSON: line 1, column \\d+: nested deeper than 64 levels"));
    }

    @Test
    void nestingOfTheLimitIsRead() {
        String json = "{\"a\":" + "[".repeat(63) + "]".repeat(63) + "}";

        assertThat(JsonBody.read(Buffer.buffer(json))).hasSize(1);
    }

    @Test
    void longKeysAndStringsAreRefused() {
        assertRefused(
                Buffer.buffer("{\"" + "k".repeat(1_001) + "\":1}"),
                "the body is not JSON: line 1, column 1005: a key has more than 1000 characters");
        assertRefused(
                Buffer.buffer("{\"a\":\"" + "s".repeat(65_537) + "\"}"),
                "the body is not JSON: line 1, column 65545: a string has more than 65536 characters");
    }

    private static void assertRefused(Buffer body, String message) {
        assertThatExceptionOfType(TurngateException.class)
                .isThrownBy(() -> JsonBody.read(body))
                .withMessage(message)
                .withNoCause();
    }
}
