package io.turngate.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A model behind Chat Completions that says the same to everybody and takes its time, without a thread a call: {@code <millis>
 * <text>}. Its first line is its base address; it runs until it is ended.
 */
final class SlowModelServer {

    /** Answers with the most calls that ever were in flight at a time. */
    static final String MOST = "/most";

    private static final int BACKLOG = 4_096;

    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final int millis;
    private final byte[] completion;

    private SlowModelServer(int millis, String text) {
        this.millis = millis;
        String reply = "{\\\"messages\\\":[\\\"" + text
                + "\\\"],\\\"escalate\\\":false,\\\"escalation_reason\\\":\\\"none\\\",\\\"confidence\\\":0.95}";
        String body =
                "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"slow\",\"choices\":[{\"index\":0,"
                        + "\"message\":{\"role\":\"assistant\",\"content\":\"" + reply
                        + "\"},\"finish_reason\":\"stop\"}],"
                        + "\"usage\":{\"prompt_tokens\":900,\"completion_tokens\":40,\"total_tokens\":940}}";
        completion = body.getBytes(StandardCharsets.UTF_8);
    }

    public static void main(String[] args) throws IOException {
        // Connections that wait for the next call are the gateway's to close.
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
        System.setProperty("sun.net.httpserver.idleInterval", "3600");
        System.setProperty("sun.net.httpserver.nodelay", "true");
        new SlowModelServer(Integer.parseInt(args[0]), args[1]).start();
    }

    private void start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.createContext("/v1/chat/completions", this::takesItsTime);
        server.createContext(
                MOST, exchange -> answer(exchange, most.toString().getBytes(StandardCharsets.US_ASCII), "text/plain"));
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void takesItsTime(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        most.accumulateAndGet(now.incrementAndGet(), Math::max);
        timer.schedule(() -> completes(exchange), millis, TimeUnit.MILLISECONDS);
    }

    private void completes(HttpExchange exchange) {
        now.decrementAndGet();
        try {
            answer(exchange, completion, "application/json");
        } catch (IOException e) {
            // Whoever asked has gone.
            throw new UncheckedIOException(e);
        }
    }

    private static void answer(HttpExchange exchange, byte[] body, String type) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
