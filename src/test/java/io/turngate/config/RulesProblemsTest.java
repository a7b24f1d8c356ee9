package io.turngate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One small bad rules.json a mistake, each with the whole text of its problem. */
class RulesProblemsTest {

    private static final String PROBLEMS = """
            blank | tenants/demo/rules.json: holds only white space: expected a JSON object
            boolean | tenants/demo/rules.json /historyDays: must be an integer from 1 to 3650, is true
            comment | tenants/demo/rules.json: is not JSON at line 2, column 3: expected keys and texts in \
            double quotes, commas between them, no comments
            cost-zero | tenants/demo/rules.json /budget/dailyCostCapUsd: must be a number above 0, is 0
            duplicate-key | tenants/demo/rules.json /historyDays: the key is there twice, again at line 3, \
            column 3: expected once
            empty | tenants/demo/rules.json: is empty: expected a JSON object
            fraction | tenants/demo/rules.json /historyDays: must be an integer from 1 to 3650, is 1.5
            half | tenants/demo/rules.json: is cut off at line 3, column 43: its JSON is not complete
            huge-number | tenants/demo/rules.json /historyDays: must be an integer from 1 to 3650, is \
            99999999999999999999
            infinite-number | tenants/demo/rules.json /budget/dailyCostCapUsd: is a number too large to be \
            read: expected a smaller one
            keyword-empty | tenants/demo/rules.json /escalationKeywords/1: must be a non-empty text, is empty
            list | tenants/demo/rules.json: must be an object, is an empty list
            lone-surrogate | tenants/demo/rules.json /messages/acknowledgement: holds half of a surrogate pair: \
            expected whole characters
            message-blank | tenants/demo/rules.json /messages/acknowledgement: must be a non-empty text, is blank
            message-empty | tenants/demo/rules.json /messages/escalation: must be a non-empty text, is empty
            message-missing | tenants/demo/rules.json /messages: missing: messages.escalation is required, a \
            non-empty text
            message-number | tenants/demo/rules.json /messages/acknowledgement: must be a non-empty text, is 7
            messages-list | tenants/demo/rules.json /messages: must be an object with "acknowledgement" and \
            "escalation", is a list of 2
            messages-missing | tenants/demo/rules.json: missing: messages is required, an object with \
            "acknowledgement" and "escalation"
            negative | tenants/demo/rules.json /historyDays: must be an integer from 1 to 3650, is -1
            not-json | tenants/demo/rules.json: is not JSON at line 2, column 3: expected keys and texts in \
            double quotes, commas between them, no comments
            not-utf8 | tenants/demo/rules.json: is not UTF-8: the byte at offset 63 begins no valid character
            null | tenants/demo/rules.json /historyDays: must be an integer from 1 to 3650, is null
            rate-zero | tenants/demo/rules.json /rateLimit/turnsPerSubscriberPerHour: must be an integer from 1 \
            to 600, is 0
            retention-under-history | tenants/demo/rules.json /retentionDays: must be at least historyDays \
            (30), is 29: turns are kept as long as the history reaches
            retention-under-idle-reset | tenants/demo/rules.json /retentionDays: must be, in hours, at least \
            idleResetHours (72), is 2 days, 48 hours: turns are kept as long as a stretch can last
            show-ages-text | tenants/demo/rules.json /showAges: must be true or false, is a string
            string | tenants/demo/rules.json /historyDays: must be an integer from 1 to 3650, is a string
            threshold-above-one | tenants/demo/rules.json /confidenceThreshold: must be a number from 0 to 1, is 1.01
            too-deep | tenants/demo/rules.json: holds more than is allowed: at most 32 levels, keys of 200, \
            numbers of 40, texts of 65536 characters
            too-large | tenants/demo/rules.json /historyDays: must be an integer from 1 to 3650, is 3651
            trigger-without-keywords | tenants/demo/rules.json /openingTrigger/keywords: must be a list of 1 or \
            more, is an empty list
            trigger-without-message | tenants/demo/rules.json /openingTrigger: missing: openingTrigger.message \
            is required, a non-empty text
            two-objects | tenants/demo/rules.json: holds more than one value at line 2, column 1: expected one object
            unknown-key-far | tenants/demo/rules.json /colour: unknown key "colour"; expected one of \
            "historyDays", "idleResetHours", "maxTurnsPerConversation", "rateLimit", "messages", \
            "confidenceThreshold", "escalationKeywords", "openingTrigger", "budget", "duplicateSeconds", \
            "retentionDays", "showAges"
            unknown-key | tenants/demo/rules.json /histroyDays: unknown key "histroyDays"; did you mean "historyDays"?
            unknown-nested-key | tenants/demo/rules.json /rateLimit/TurnsPerSubscriberPerHours: unknown key \
            "TurnsPerSubscriberPerHours"; did you mean "turnsPerSubscriberPerHour"?
            zero | tenants/demo/rules.json /historyDays: must be an integer from 1 to 3650, is 0
            """;

    @TempDir
    Path dir;

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = PROBLEMS)
    void aBadFileIsToldExactly(String name, String problem) {
        TestConf conf = new TestConf(dir);
        conf.write("tenants/demo/rules.json", TestConf.bad("bad-rules", name));

        assertThat(conf.check()).extracting(Problem::toString).containsExactly(problem);
    }

    @Test
    void everyBadFileIsInTheTable() {
        assertThat(PROBLEMS.lines().map(line -> line.split(" ", 2)[0])).containsAll(TestConf.allBad("bad-rules"));
    }
}
