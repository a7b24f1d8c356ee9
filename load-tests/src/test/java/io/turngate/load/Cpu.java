package io.turngate.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What processes have used of the processor, from /proc.
 *
 * @param gatewayMillis of all gateways
 * @param redisMillis of Redis
 */
record Cpu(long gatewayMillis, long redisMillis) {

    /** Linux counts in hundredths of a second, whatever its own clock is. */
    private static final long TICK_MILLIS = 10;

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    /** Up to now. The launcher names the processes: {@code load.pids.gateways}, {@code load.pids.redis}. */
    static Cpu read() {
        return new Cpu(sum("pids.gateways"), sum("pids.redis"));
    }

    Cpu since(Cpu before) {
        return new Cpu(gatewayMillis - before.gatewayMillis, redisMillis - before.redisMillis);
    }

    private static long sum(String name) {
        List<String> pids = Stream.of(Settings.text(name).split(",")).toList();
        return pids.stream().mapToLong(Cpu::millis).sum();
    }

    private static long millis(String pid) {
        try {
            String stat = Files.readString(Path.of("/proc", pid, "stat"));
            // The name, in brackets, may hold blanks.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return TICK_MILLIS * (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]));
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " is gone", e);
        }
    }
}
