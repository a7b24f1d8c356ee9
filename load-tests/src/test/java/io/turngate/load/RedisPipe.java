package io.turngate.load;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Writes to Redis, many commands at a time; only those whose replies are one line. For one thread. */
final class RedisPipe implements AutoCloseable {

    private static final int BATCH = 1_000;
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final OutputStream out;
    private final InputStream in;
    private int unanswered;

    RedisPipe(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Queues one command; an error of an earlier one is thrown here or by {@link #await}. */
    void send(String... words) throws IOException {
        StringBuilder command = new StringBuilder("*").append(words.length).append("\r\n");
        for (String word : words) {
            int length = word.getBytes(StandardCharsets.UTF_8).length;
            command.append('$').append(length).append("\r\n").append(word).append("\r\n");
        }
        out.write(command.toString().getBytes(StandardCharsets.UTF_8));
        if (++unanswered == BATCH) {
            await();
        }
    }

    /** Returns once every command has been carried out. */
    void await() throws IOException {
        out.flush();
        for (; unanswered > 0; unanswered--) {
            String reply = readLine();
            if (reply.startsWith("-")) {
                throw new IOException("Redis refuses: " + reply.substring(1));
            }
        }
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("Redis has closed the connection");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }

    @Override
    public void close() throws IOException {
        try {
            await();
        } finally {
            socket.close();
        }
    }
}
