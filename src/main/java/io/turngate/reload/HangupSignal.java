package io.turngate.reload;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Takes the hang-up signal (SIGHUP), where the process is able to hear it. */
public final class HangupSignal {

    private static final Logger LOG = LoggerFactory.getLogger(HangupSignal.class);
    private static final Path PROCESS_STATUS = Path.of("/proc/self/status");
    private static final String IGNORED_SIGNALS = "SigIgn:";

    /** SIGHUP is signal 1, the lowest bit of the mask. */
    private static final long HANGUP_BIT = 1;

    private HangupSignal() {}

    /**
     * Installs the handler. Two ways of starting a JVM make it deaf: under nohup the signal is ignored and the handler
     * never runs, with -Xrs it cannot be installed and the signal ends the process. Either is logged in one line; the
     * watch of the folders goes on regardless. Reads /proc, so it is called before the event loops have work to do.
     *
     * @param onHangup runs on an event loop, at least once after the newest of several signals in a row
     * @return whether the signal will be heard
     */
    public static boolean install(Vertx vertx, Runnable onHangup) {
        if (isIgnored(processStatus())) {
            LOG.warn("SIGHUP is ignored (started under nohup?): changed files are still seen by the watch");
            return false;
        }
        try {
            SignalHandler before =
                    Signal.handle(new Signal("HUP"), signal -> vertx.runOnContext(event -> onHangup.run()));
            if (before == SignalHandler.SIG_IGN) {
                LOG.warn("SIGHUP is ignored (started under nohup?): changed files are still seen by the watch");
                return false;
            }
            return true;
        } catch (IllegalArgumentException e) {
            LOG.warn("SIGHUP cannot be handled (started with -Xrs?) and would end the process: rely on the watch");
            return false;
        }
    }

    /** Whether the kernel says that the process ignores the signal; false where it does not say. */
    static boolean isIgnored(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(IGNORED_SIGNALS))
                .map(line -> line.substring(IGNORED_SIGNALS.length()).strip())
                .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & HANGUP_BIT) != 0);
    }

    private static List<String> processStatus() {
        try {
            return Files.exists(PROCESS_STATUS) ? Files.readAllLines(PROCESS_STATUS) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }
}
