package io.turngate;

import static io.turngate.RunningGateway.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.testing.ConfFolder;
import io.turngate.testing.RedisScan;
import io.turngate.testing.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Input that is wrong by mistake or on purpose: a clear error, nothing written, and the server goes on. */
class BadInputIT {

    private static final int TEN_MEGABYTES = 10 * 1024 * 1024;

    @RegisterExtension
    static final RedisServer redis = RedisServer.create();

    @RegisterExtension
    final RunningGateway gateway = new RunningGateway(redis);

    @AfterEach
    void nothingIsWrittenAndTheNextMessageIsAnswered() {
        assertThat(RedisScan.keys(redis)).isEmpty();
        assertThat(gateway.post("{\"subscriber_id\":\"1\",\"text\":\"hello\"}").statusCode())
                .isEqualTo(200);
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                Arguments.of("{\"subscriber_id\":\"1\",\n \"text\":hello}", "line 2, column"),
                Arguments.of("{\"subscriber_id\":\"1\",\"text\":\"hel", "line 1, column"),
                Arguments.of("[1,2]", "object"),
                Arguments.of("{\"text\":\"hello\"}", "contact id"),
                Arguments.of("{\"subscriber_id\":\"1\"}", "text"),
                Arguments.of("{\"subscriber_id\":\"{{contact_id}}\",\"text\":\"hello\"}", "placeholder"),
                Arguments.of("{\"subscriber_id\":\"\",\"text\":\"hello\"}", "empty"),
                Arguments.of("{\"subscriber_id\":5.0,\"text\":\"hello\"}", "integer"),
                Arguments.of("{\"subscriber_id\":\"" + "9".repeat(129) + "\",\"text\":\"hello\"}", "128"),
                Arguments.of("{\"subscriber_id\":" + "9".repeat(60_000) + ",\"text\":\"hello\"}", "number"),
                Arguments.of("{\"text\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}", "nest"),
                Arguments.of("[".repeat(60_000), "nest"));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void aBodyThatCannotBeUnderstoodIsRefusedInWords(String body, String expected) {
        HttpResponse<String> response = gateway.post(body);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(json(response).getString("detail"))
                .contains(expected)
                .doesNotContainIgnoringCase("exception")
                .doesNotContain("hello", "jackson", "com.", "99999");
    }

    @Test
    void aBodyThatIsNotUtf8IsRefusedWithItsPlace() {
        byte[] body = "{\"subscriber_id\":\"1\",\"text\":\"caf\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);
        HttpResponse<String> response = gateway.send(gateway.message("").POST(BodyPublishers.ofByteArray(body)));
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(json(response).getString("detail")).contains("UTF-8").contains("byte offset 32");
    }

    @Test
    void aBodyOverTheLimitIsRefusedBeforeItIsSent() throws IOException {
        try (Socket socket = connect()) {
            send(socket, head("Content-Length: " + TEN_MEGABYTES));
            assertThat(readAll(socket)).contains(" 413 ").contains("over the limit of 65536 bytes");
        }
    }

    @Test
    void aChunkedBodyOverTheLimitIsCutOffWhileReading() throws IOException {
        int sent = 0;
        try (Socket socket = connect()) {
            socket.setSendBufferSize(64 * 1024);
            send(socket, head("Transfer-Encoding: chunked"));
            byte[] chunk = ("2000\r\n" + "x".repeat(0x2000) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            while (sent < TEN_MEGABYTES && write(socket, chunk)) {
                sent += 0x2000;
            }
        }
        assertThat(sent).isLessThan(TEN_MEGABYTES);
    }

    @Test
    void aWrongSecretIsRefusedBeforeTheBodyIsSentAndTheConnectionIsClosed() throws IOException {
        try (Socket socket = connect()) {
            send(
                    socket,
                    "POST /v1/school/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer wrong\r\nContent-Length: 60000\r\n\r\n{");
            assertThat(readAll(socket)).contains(" 401 ").contains("problem+json");
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", gateway.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static String head(String framing) {
        return "POST /v1/school/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + ConfFolder.SECRET
                + "\r\nContent-Type: application/json\r\n" + framing + "\r\n\r\n";
    }

    private static void send(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static boolean write(Socket socket, byte[] bytes) throws IOException {
        try {
            socket.getOutputStream().write(bytes);
            return true;
        } catch (SocketException e) {
            return false;
        }
    }

    /** Until the server closes the connection. */
    private static String readAll(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
}
