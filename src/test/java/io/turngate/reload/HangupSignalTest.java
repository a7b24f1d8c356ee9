package io.turngate.reload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HangupSignalTest {

    @ParameterizedTest
    @CsvSource({"0000000000000000, false", "0000000000000001, true", "fffffffffffffffe, false", "ffffffffffffffff, true"
    })
    void theKernelsMaskTellsWhetherTheSignalIsIgnored(String mask, boolean ignored) {
        assertThat(HangupSignal.isIgnored(List.of("Name:\tjava", "SigBlk:\t0000000000000001", "SigIgn:\t" + mask)))
                .isEqualTo(ignored);
    }

    @ParameterizedTest
    @CsvSource({"Name:\tjava"})
    void whereTheKernelSaysNothingTheSignalIsNotIgnored(String line) {
        assertThat(HangupSignal.isIgnored(List.of(line))).isFalse();
        assertThat(HangupSignal.isIgnored(List.of())).isFalse();
    }
}
