package io.turngate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeywordsTest {

    @ParameterizedTest(name = "\"{0}\" in \"{1}\"")
    @CsvSource({
        "agent, I want an agent!",
        "agent, AGENT",
        "agent, (agent)",
        "talk to a human, please let me talk to a human now",
        "insan, İNSAN lütfen",
        "INSAN, ınsan",
        "straße, STRASSE",
        "σίσυφος, ΣΊΣΥΦΟΣ",
        "café, un café por favor",
        "ﬁne, fine",
        "c++, is there a c++ course",
        "👍, ok👍",
        "คน, อยากคุยกับคนจริงๆ",
        "人工, 我要人工服务",
        "にんげん, にんげんとはなす",
        "менеджер, позовите МЕНЕДЖЕРА-менеджер"
    })
    void aKeywordOccursAsAWholeWord(String keyword, String text) {
        assertThat(new Keywords(List.of(keyword)).occurIn(text)).isTrue();
    }

    @ParameterizedTest(name = "\"{0}\" not in \"{1}\"")
    @CsvSource({
        "agent, what is on the agenda",
        "agent, reagent",
        "agent, agent_7",
        "human, humanity",
        "refund, refunds",
        "cafe, un café",
        "é, cafés",
        "5, 15 euros"
    })
    void aKeywordDoesNotOccurInsideAWord(String keyword, String text) {
        assertThat(new Keywords(List.of(keyword)).occurIn(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"e\u0301t\u00e9, \u00e9te\u0301", "\u00e9t\u00e9, l'e\u0301te\u0301 arrive"})
    void composedAndDecomposedAccentsAreTheSame(String keyword, String text) {
        assertThat(new Keywords(List.of(keyword)).occurIn(text)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"'  '", "''"})
    void anEmptyKeywordNeverOccurs(String keyword) {
        assertThat(new Keywords(List.of(keyword)).occurIn("anything at all")).isFalse();
    }
}
