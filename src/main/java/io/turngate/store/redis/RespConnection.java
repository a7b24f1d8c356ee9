package io.turngate.store.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A blocking connection that speaks RESP2, for starting, stopping and looking at a server. It blocks its thread, so
 * never on an event loop, and it is not for several threads at once.
 */
public final class RespConnection implements AutoCloseable {

    private final Socket socket;
    private final RespReader reader;

    private RespConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.reader = new RespReader(new BufferedInputStream(socket.getInputStream()));
    }

    /**
     * Connects.
     *
     * @param timeout for the connection and then for each read; at least 1 ms
     * @throws IOException nothing listens there, or it does not answer in time
     */
    public static RespConnection open(InetSocketAddress address, Duration timeout) throws IOException {
        int millis = Math.toIntExact(timeout.toMillis());
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(millis);
            socket.connect(address, millis);
            return new RespConnection(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Sends one command and waits for its reply.
     *
     * @return a String, a Long, a List of these, or null; an error inside a list is an {@link ErrorReply} element
     * @throws ErrorReply the server answered with an error
     * @throws IOException the connection is lost or the reply does not come in time; the connection is of no more use
     */
    public @Nullable Object call(String... command) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(utf8("*" + command.length + "\r\n"));
        for (String argument : command) {
            byte[] value = utf8(argument);
            bytes.writeBytes(utf8("$" + value.length + "\r\n"));
            bytes.writeBytes(value);
            bytes.writeBytes(utf8("\r\n"));
        }
        bytes.writeTo(socket.getOutputStream());
        Object reply = read();
        if (reply instanceof ErrorReply error) {
            throw error;
        }
        return reply;
    }

    /**
     * Waits for one more reply, as after MONITOR or SUBSCRIBE.
     *
     * @throws IOException as for {@link #call}
     */
    public @Nullable Object read() throws IOException {
        return reader.next();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** An error the server answered with; the message is its text, such as {@code NOAUTH Authentication required.} */
    public static final class ErrorReply extends IOException {

        private static final long serialVersionUID = 1L;

        ErrorReply(String text) {
            super(text);
        }
    }
}
