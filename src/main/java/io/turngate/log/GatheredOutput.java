package io.turngate.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lines on their way to an output that may be slow or stuck. They are gathered, at most {@value #MOST_BYTES} bytes, and
 * written together by whoever calls {@link #writeGathered}, so that nobody else ever waits for the output. What does not fit
 * is lost and counted.
 */
final class GatheredOutput extends OutputStream {

    /** The most that waits to be written; as much again may be in the hands of the output. */
    static final int MOST_BYTES = 1024 * 1024;

    private final OutputStream out;
    private final LongAdder lost;

    /** Guards what is gathered; held for as long as a line takes to be copied. */
    private final ReentrantLock gathering = new ReentrantLock();

    /** Held while the output is written to; keeps batches in order. */
    private final ReentrantLock writing = new ReentrantLock();

    private Batch gathered = new Batch();
    private volatile boolean direct;

    private static final class Batch {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int lines;
    }

    /**
     * @param out written to by one thread at a time
     * @param lost counts lines that did not fit or could not be written
     */
    GatheredOutput(OutputStream out, LongAdder lost) {
        this.out = out;
        this.lost = lost;
    }

    /** One line, whole or not at all; returns at once unless lines are written directly. */
    @Override
    public void write(byte[] line, int from, int length) {
        gathering.lock();
        try {
            if (gathered.bytes.size() + length > MOST_BYTES) {
                lost.increment();
            } else {
                gathered.bytes.write(line, from, length);
                gathered.lines++;
            }
        } finally {
            gathering.unlock();
        }
        if (direct) {
            writeGathered();
        }
    }

    @Override
    public void write(int octet) {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    /** Writes what is there; waits for the output. */
    void writeGathered() {
        writing.lock();
        try {
            Batch batch = take();
            try {
                batch.bytes.writeTo(out);
            } catch (IOException e) {
                // There is no other place to say so.
                lost.add(batch.lines);
            }
        } finally {
            writing.unlock();
        }
    }

    /** From now on each line is out before its writer goes on: the process is about to end, and nothing may be left behind. */
    void writeDirectly() {
        direct = true;
        writeGathered();
    }

    @Override
    public void close() {
        writeDirectly();
    }

    private Batch take() {
        gathering.lock();
        try {
            Batch batch = gathered;
            gathered = new Batch();
            return batch;
        } finally {
            gathering.unlock();
        }
    }
}
