package io.turngate.testing;

import io.turngate.store.redis.RespConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What a server has executed since this monitor was opened, in order, one line a command as MONITOR prints it. Each
 * look waits until the server has told everything it executed before. For one thread.
 */
public final class RedisMonitor implements AutoCloseable {

    // The address is what stands in brackets before the first argument; an argument may hold anything.
    private static final Pattern FROM_SCRIPT = Pattern.compile("^\\S+ \\[\\d+ lua] ");

    private static final String MARKER = "turngate-monitor-";

    private final RedisServer server;
    private final RespConnection connection;
    private final List<String> seen = new ArrayList<>();

    RedisMonitor(RedisServer server, RespConnection connection) throws IOException {
        this.server = server;
        this.connection = connection;
        connection.call("MONITOR");
    }

    /** Every line. */
    public List<String> lines() {
        catchUp();
        return List.copyOf(seen);
    }

    /** The commands that clients sent, those of {@link RedisServer#call} too; heartbeats of idle connections are left out. */
    public List<String> clientLines() {
        return lines().stream()
                .filter(line -> !isFromScript(line))
                .filter(line -> !line.contains("\"PING\""))
                .toList();
    }

    /** The commands that scripts called. */
    public List<String> scriptLines() {
        return lines().stream().filter(RedisMonitor::isFromScript).toList();
    }

    /** Forgets what was executed so far. */
    public void clear() {
        catchUp();
        seen.clear();
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isFromScript(String line) {
        return FROM_SCRIPT.matcher(line).find();
    }

    private void catchUp() {
        String marker = MARKER + UUID.randomUUID();
        server.call("ECHO", marker);
        try {
            String line = String.valueOf(connection.read());
            while (!line.contains(marker)) {
                if (!line.contains(MARKER)) {
                    seen.add(line);
                }
                line = String.valueOf(connection.read());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
