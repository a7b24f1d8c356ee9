package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespReaderTest {

    @Test
    void everyKindOfReplyIsRead() throws IOException {
        assertThat(read("+OK\r\n")).isEqualTo("OK");
        assertThat(read("+\r\n")).isEqualTo("");
        assertThat(read(":-12\r\n")).isEqualTo(-12L);
        assertThat(read("$7\r\ngr\r\nün\r\n")).isEqualTo("gr\r\nün");
        assertThat(read("$0\r\n\r\n")).isEqualTo("");
        assertThat(read("$-1\r\n")).isNull();
        assertThat(read("*-1\r\n")).isNull();
        assertThat(read("*0\r\n")).isEqualTo(List.of());
        assertThat(read("*2\r\n:1\r\n$-1\r\n")).isEqualTo(Arrays.asList(1L, null));
    }

    @Test
    void anErrorInsideAListIsAnElement() throws IOException {
        assertThat((List<?>) read("*2\r\n-ERR no\r\n:1\r\n"))
                .satisfiesExactly(
                        error -> assertThat((RespConnection.ErrorReply) error).hasMessage("ERR no"),
                        number -> assertThat(number).isEqualTo(1L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "+OK", "$5\r\nab", "*2\r\n:1\r\n"})
    void aConnectionThatEndsInTheMiddleIsAnError(String bytes) {
        assertThatThrownBy(() -> read(bytes)).isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "HTTP/1.1 400 Bad Request\r\n", "$x\r\n", ":\r\n"})
    void whatIsNotRedisIsAnError(String bytes) {
        assertThatThrownBy(() -> read(bytes)).isInstanceOf(IOException.class).hasMessage("not a RESP2 reply");
    }

    private static @Nullable Object read(String bytes) throws IOException {
        return new RespReader(new ByteArrayInputStream(bytes.getBytes(StandardCharsets.UTF_8))).next();
    }
}
