package io.turngate.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.turngate.config.EvalCase.Expected;
import io.turngate.core.Outcome;
import io.turngate.core.Reason;
import io.turngate.eval.Search.Found;
import io.turngate.eval.Verdict.Failed;
import io.turngate.eval.Verdict.Miss;
import io.turngate.eval.Verdict.Passed;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class JudgementTest {

    private static final Observation PRICE = Cases.answered(List.of("Hola, José.", "It is 120 EUR."), "id0", "id1");
    private static final Observation CAPPED = Cases.handedOver(Reason.TURN_CAP, "A colleague will write.");

    private static void holds(Expected expected, Observation seen) {
        assertThat(Judgement.of(Cases.expecting(expected), seen)).isEqualTo(new Passed());
    }

    private static void misses(Expected expected, Observation seen, String wanted, String there) {
        assertThat(Judgement.of(Cases.expecting(expected), seen))
                .isEqualTo(new Failed(List.of(new Miss(wanted, there))));
    }

    @Test
    void whatIsNotAskedForIsNotHeldAgainstIt() {
        holds(Cases.NOTHING, PRICE);
        holds(Cases.NOTHING, CAPPED);
    }

    @Test
    void outcomeAndReason() {
        holds(Cases.outcome(Outcome.ANSWERED), PRICE);
        misses(Cases.outcome(Outcome.ANSWERED), CAPPED, "outcome answered", "escalated, turn_cap (the model: 401)");
        holds(Cases.reason("turn_cap"), CAPPED);
        holds(Cases.reason("keyword", "turn_cap"), CAPPED);
        holds(Cases.reason(""), PRICE);
        misses(Cases.reason("keyword", ""), CAPPED, "reason none or keyword", "turn_cap (the model: 401)");
        misses(Cases.reason("keyword"), PRICE, "reason keyword", "none (the model: 401)");
    }

    @Test
    void textsAreLookedForInAllMessagesTogether() {
        holds(Cases.texts(List.of("Hola", "120 EUR"), List.of("110")), PRICE);
        holds(Cases.texts(List.of(), List.of(), "Hola.*\\n.*EUR", "(?i)hola"), PRICE);
        misses(Cases.texts(List.of("hola"), List.of()), PRICE, "contains \"hola\"", "it is not in the reply");
        misses(Cases.texts(List.of(), List.of("EUR")), PRICE, "not_contains \"EUR\"", "it is in the reply");
        misses(Cases.texts(List.of(), List.of(), "^120"), PRICE, "matches \"^120\"", "it is not found in the reply");
    }

    @Test
    void accentsAreTheSameHoweverTheyAreWritten() {
        String decomposed = "Jose\u0301";
        holds(Cases.texts(List.of(decomposed), List.of()), PRICE);
        misses(
                Cases.texts(List.of(), List.of(decomposed)),
                PRICE,
                "not_contains \"" + decomposed + "\"",
                "it is in the reply");
        holds(Cases.texts(List.of("José"), List.of(), "José"), Cases.answered(List.of(decomposed)));
    }

    @Test
    void time() {
        holds(Cases.maxMillis(50), PRICE);
        misses(Cases.maxMillis(49), PRICE, "max_ms 49", "50 ms");
    }

    @Test
    void theHistoryIsTheSameTurnsInTheSameOrder() {
        holds(Cases.history(0, 1), PRICE);
        misses(Cases.history(1, 0), PRICE, "history [1 \"second\", 0 \"first\"]", "[0 \"first\", 1 \"second\"]");
        misses(Cases.history(1), PRICE, "history [1 \"second\"]", "[0 \"first\", 1 \"second\"]");
        holds(Cases.history(), Cases.answered(List.of("Hi")));
        misses(Cases.history(), Cases.answered(List.of("Hi"), "other"), "history []", "[another turn]");
        misses(Cases.history(), CAPPED, "history []", "the runner was not asked");
    }

    @Test
    void everythingThatDoesNotHoldIsSaid() {
        assertThat(Judgement.of(Cases.expecting(Cases.texts(List.of("a1", "a2"), List.of("Hola"), "x+")), PRICE))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.misses()).hasSize(4));
    }

    @Test
    void anExpressionThatNeverEndsIsGivenUp() {
        assertThat(Search.find(Pattern.compile("(a+)+b"), "a".repeat(60), -1)).isEqualTo(Found.GIVEN_UP);
        assertThat(Search.find(Pattern.compile("(?s)(.|x)*y"), "a".repeat(Search.LONGEST)))
                .isEqualTo(Found.GIVEN_UP);
    }

    @Test
    void aReplyIsLookedAtSoFar() {
        String text = "a".repeat(Search.LONGEST) + "b";
        assertThat(Search.find(Pattern.compile("b"), text)).isEqualTo(Found.NO);
        assertThat(Search.find(Pattern.compile("a$"), text)).isEqualTo(Found.YES);
    }
}
