package io.turngate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.core.Contact;
import io.turngate.core.ContactId;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.core.Role;
import io.turngate.core.TenantId;
import io.turngate.store.AgentTurn;
import io.turngate.store.AgentTurn.RunnerWork;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What it reads is what the parser reads, and what it does not read is left to the parser. */
class TurnReaderTest {

    private static final String ID = "1796071213897-1f50qwon10lwz";
    private static final List<String> TEXTS = List.of(
            "hello",
            "¿Cuánto cuesta? 😀",
            ",'outcome':'answered','reason':'busy'",
            "a } brace { and, a: comma",
            "two\n\nbubbles",
            "a \"quoted\" word",
            "C:\\temp",
            "\u0001\u2028",
            "]]></",
            "-");

    @RepeatedTest(60)
    void bothReadTheSame(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        String member = random.nextBoolean() ? contacts(random) : agents(random);
        assertThat(TurnReader.read(member).orElseGet(() -> TurnJson.parsed(member)))
                .as(member)
                .isEqualTo(TurnJson.parsed(member));
        assertThat(TurnReader.read(member).isPresent()).as(member).isEqualTo(member.indexOf('\\') < 0);
    }

    private static String contacts(Random random) {
        return "{\"id\":\"" + ID + "\"," + TurnJson.head(Role.CONTACT, oneOf(TEXTS, random))
                + (random.nextBoolean() ? ",\"at\":1796071213897" : "")
                + ",\"count\":3,\"rules\":\"9cb672103ef1\""
                + (random.nextBoolean() ? ",\"cut\":true}" : "}");
    }

    private static String agents(Random random) {
        AgentTurn turn = new AgentTurn(
                new Contact(new TenantId("school"), new ContactId("1")),
                "n",
                ID,
                List.of(oneOf(TEXTS, random)),
                Outcome.values()[random.nextInt(Outcome.values().length)],
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(Reason.values()[random.nextInt(Reason.values().length)]),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(new RunnerWork(oneOf(TEXTS, random), random.nextInt(3), 0, 12, 10)));
        return "{\"id\":\"" + ID + "\"," + TurnJson.head(Role.AGENT, turn.text())
                + (random.nextBoolean() ? ",\"at\":1796071213897" : "")
                + ",\"to\":\"" + ID + '"' + TurnJson.tail(turn) + (random.nextBoolean() ? ",\"pushed\":true}" : "}");
    }

    private static String oneOf(List<String> texts, Random random) {
        return texts.get(random.nextInt(texts.size()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "not JSON",
                "{\"id\":\"1-a\"}",
                "{\"role\":\"agent\",\"id\":\"1-a\",\"text\":\"hello\"}",
                "{\"id\":\"1-a\",\"text\":\"hello\",\"role\":\"agent\"}",
                "{\"id\":\"1-a\",\"role\":\"agent\",\"text\":\"\"}",
                "{\"id\":\"1-a\",\"role\":\"agent\",\"text\":5}",
                "{\"id\":\"1-a\",\"role\":\"nobody\",\"text\":\"hello\"}",
                "{\"id\":\"1a\",\"role\":\"agent\",\"text\":\"a-b\"}",
                "{\"id\":\"1-a\",\"role\":\"agent\",\"text\":\"hello",
                "{\"id\":\"1-a\",\"role\":\"agent\",\"text\":\"hello\"",
                "{ \"id\": \"1-a\", \"role\": \"agent\", \"text\": \"hello\" }"
            })
    void whatIsInAnotherOrderIsLeftToTheParser(String member) {
        assertThat(TurnReader.read(member)).isEmpty();
    }

    @Test
    void aTurnThatCannotBeReadIsLeftOut() {
        assertThat(TurnJson.parse("{\"id\":\"x-a\",\"role\":\"agent\",\"text\":\"hello\"}"))
                .isEmpty();
    }
}
