package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.TurngateException;
import io.turngate.core.TurngateException.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorAnswerTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NOSCRIPT No matching script. Please use EVAL. | NOSCRIPT
            MOVED 3999 127.0.0.1:6381 | MOVED
            ERR [1] MOVED 3999 127.0.0.1:6381 | MOVED
            ASK 3999 127.0.0.1:6381 | ASK
            TRYAGAIN Multiple keys request during rehashing of slot | TRYAGAIN
            ERR [1] TRYAGAIN Multiple keys request during rehashing of slot | TRYAGAIN
            READONLY You can't write against a read only replica. script: 1a, on @user_script:3. | DEMOTED
            ERR Error running script (call to f_1a): @user_script:3: -READONLY You can't write against a read only replica. | DEMOTED
            MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. | DEMOTED
            LOADING Redis is loading the dataset in memory | AWAY
            CLUSTERDOWN Hash slot not served | AWAY
            NOREPLICAS Not enough good replicas to write. | AWAY
            """)
    void whatWasNotCarriedOutIsKnownAsSuch(String answer, ErrorAnswer expected) {
        TurngateException failure = ErrorAnswer.refine(new IllegalStateException(answer));
        assertThat(ErrorAnswer.of(failure)).isEqualTo(expected);
        assertThat(failure.kind()).isEqualTo(Kind.STATE_OFFLINE);
    }

    @ParameterizedTest
    @CsvSource({"CONNECTION_CLOSED", "Timeout 1000 (ms) fired", "OOM command not allowed", "ERR MOVED away"})
    void anythingElseMayHaveTakenEffect(String answer) {
        TurngateException failure = ErrorAnswer.refine(new IllegalStateException(answer));
        assertThat(ErrorAnswer.of(failure)).isEqualTo(ErrorAnswer.OTHER);
        assertThat(failure.kind()).isEqualTo(Kind.STATE_UNAVAILABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "MOVED 3999 127.0.0.1:6381, 127.0.0.1:6381",
        "ERR [1] ASK 3999 ::1:6381, [::1]:6381",
        "MOVED 3999 :6381, asked.example:6381"
    })
    void aRedirectionNamesItsTarget(String answer, String target) {
        TurngateException failure = ErrorAnswer.refine(new IllegalStateException(answer));
        assertThat(RedisAddress.parse(ErrorAnswer.target(failure), new RedisAddress("asked.example", 1))
                        .map(RedisAddress::authority))
                .contains(target);
    }

    @ParameterizedTest
    @CsvSource({"''", "nonsense", "host:0", "host:65536", "host:-1", "?:6379", "host:port"})
    void whatIsNoAddressIsNone(String target) {
        assertThat(RedisAddress.parse(target, new RedisAddress("asked.example", 1)))
                .isEmpty();
    }
}
