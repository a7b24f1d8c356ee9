package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One small bad answers.json a mistake, each with the whole text of its problem. */
class AnswersProblemsTest {

    private static final String PROBLEMS = """
            confidence-above-one | tenants/demo/answers.json /answers/0/confidence: must be a number from 0 to 1, is 2
            default-empty | tenants/demo/answers.json /default: missing: default.messages or default.escalate \
            is required
            default-missing | tenants/demo/answers.json: missing: default is required, an object with \
            "messages" or "escalate"
            delay-negative | tenants/demo/answers.json /delayMillis: must be an integer from 0 to 60000, is -1
            empty | tenants/demo/answers.json: is empty: expected a JSON object
            entry-without-keywords | tenants/demo/answers.json /answers/0: missing: answers.0.keywords is \
            required, a list of 1 or more
            entry-without-reply | tenants/demo/answers.json /answers/0: missing: answers.0.messages or \
            answers.0.escalate is required
            escalate-by-rule | tenants/demo/answers.json /default/escalate: must be one of "explicit_request", \
            "complaint", "out_of_scope", "price_negotiation", "payment_reported", "low_confidence", is "turn_cap"
            four-messages | tenants/demo/answers.json /default/messages: must be a list of 1 to 3, is a list of 4
            keyword-blank | tenants/demo/answers.json /answers/0/keywords/0: must be a non-empty text, is blank
            unknown-key | tenants/demo/answers.json /delayMilis: unknown key "delayMilis"; did you mean "delayMillis"?
            """;

    @TempDir
    Path dir;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = PROBLEMS)
    void aBadFileIsToldExactly(String name, String problem) {
        TestConf conf = new TestConf(dir);
        conf.write("tenants/demo/answers.json", TestConf.bad("bad-answers", name));

        assertThat(conf.check()).extracting(Problem::toString).containsExactly(problem);
    }

    @Test
    void everyBadFileIsInTheTable() {
        assertThat(PROBLEMS.lines().map(line -> line.split(" ", 2)[0])).containsAll(TestConf.allBad("bad-answers"));
    }
}
