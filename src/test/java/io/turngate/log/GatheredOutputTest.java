package io.turngate.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/** What becomes of lines while nobody reads them, and at the end. */
class GatheredOutputTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final LongAdder lost = new LongAdder();
    private final GatheredOutput gathered = new GatheredOutput(out, lost);

    @Test
    void linesWaitUntilTheyAreWrittenTogetherInTheirOrder() {
        line(gathered, "one\n");
        line(gathered, "two\n");
        assertThat(written()).isEmpty();
        gathered.writeGathered();
        assertThat(written()).isEqualTo("one\ntwo\n");
    }

    @Test
    void nothingIsWrittenTwice() {
        line(gathered, "one\n");
        gathered.writeGathered();
        gathered.writeGathered();
        assertThat(written()).isEqualTo("one\n");
    }

    @Test
    void whatDoesNotFitIsLostWholeAndCounted() {
        String longest = "a".repeat(GatheredOutput.MOST_BYTES - 5) + "\n";
        line(gathered, longest);
        line(gathered, "too long\n");
        line(gathered, "fit\n");
        gathered.writeGathered();
        assertThat(written()).isEqualTo(longest + "fit\n");
        assertThat(lost.sum()).isEqualTo(1);
    }

    @Test
    void thereIsRoomAgainOnceTheOutputHasTakenWhatWasThere() {
        line(gathered, "a".repeat(GatheredOutput.MOST_BYTES));
        gathered.writeGathered();
        line(gathered, "next\n");
        gathered.writeGathered();
        assertThat(written()).endsWith("anext\n");
        assertThat(lost.sum()).isZero();
    }

    @Test
    void atTheEndWhatIsThereIsWrittenAndEveryLaterLineAtOnce() {
        line(gathered, "before\n");
        gathered.writeDirectly();
        assertThat(written()).isEqualTo("before\n");
        line(gathered, "after\n");
        assertThat(written()).isEqualTo("before\nafter\n");
    }

    @Test
    void closingLeavesNothingBehind() {
        line(gathered, "last\n");
        gathered.close();
        assertThat(written()).isEqualTo("last\n");
    }

    @Test
    void linesThatTheOutputRefusesAreCounted() {
        GatheredOutput broken = new GatheredOutput(refusing(), lost);
        line(broken, "one\n");
        line(broken, "two\n");
        broken.writeGathered();
        assertThat(lost.sum()).isEqualTo(2);
    }

    @Test
    void aLineIsTakenWhileTheOutputIsBusy() {
        GatheredOutput[] itself = new GatheredOutput[1];
        // The output is in the middle of a write when another thread has a line.
        OutputStream busy = new OutputStream() {
            private boolean first = true;

            @Override
            public void write(int octet) {
                out.write(octet);
                if (first) {
                    first = false;
                    assertThat(CompletableFuture.runAsync(() -> line(itself[0], "meanwhile\n")))
                            .succeedsWithin(Duration.ofSeconds(10));
                }
            }
        };
        itself[0] = new GatheredOutput(busy, lost);
        line(itself[0], "first\n");
        itself[0].writeGathered();
        assertThat(written()).isEqualTo("first\n");
        itself[0].writeGathered();
        assertThat(written()).isEqualTo("first\nmeanwhile\n");
    }

    private static OutputStream refusing() {
        return new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("closed");
            }
        };
    }

    private static void line(GatheredOutput output, String line) {
        byte[] bytes = line.getBytes(UTF_8);
        output.write(bytes, 0, bytes.length);
    }

    private String written() {
        return out.toString(UTF_8);
    }
}
