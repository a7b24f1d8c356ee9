package io.turngate.log;

import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.joran.spi.DefaultClass;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * The appender of a gateway: standard output, without waiting for who reads it. A line is written within 50 ms; once the
 * process begins to end, at once.
 */
public final class StandardOutput extends OutputStreamAppender<ILoggingEvent> {

    private static final long GATHER_MILLIS = 50;
    private static final LongAdder LOST = new LongAdder();

    /** Lines that were lost since the process began: standard output was not read fast enough, or could not be written. */
    public static long lostLines() {
        return LOST.sum();
    }

    @Override
    @DefaultClass(PatternLayoutEncoder.class)
    public void setEncoder(Encoder<ILoggingEvent> encoder) {
        super.setEncoder(encoder);
    }

    @Override
    public void start() {
        GatheredOutput output = new GatheredOutput(new FileOutputStream(FileDescriptor.out), LOST);
        ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor(StandardOutput::daemon);
        // Never ends by itself, nor keeps the process alive; after it has been told to write directly it finds nothing.
        ScheduledFuture<?> ignored = writer.scheduleWithFixedDelay(
                output::writeGathered, GATHER_MILLIS, GATHER_MILLIS, TimeUnit.MILLISECONDS);
        Runtime.getRuntime().addShutdownHook(new Thread(output::writeDirectly, "log at exit"));
        setOutputStream(output);
        super.start();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "log writer");
        thread.setDaemon(true);
        return thread;
    }
}
